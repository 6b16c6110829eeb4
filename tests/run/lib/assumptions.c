// inputs: 3
// expect: inconclusive
// message: an assumption does not hold
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    return x;
}
