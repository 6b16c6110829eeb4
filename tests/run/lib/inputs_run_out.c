// inputs: 3
// expect: inconclusive
// message: no more inputs
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x + __VERIFIER_nondet_int();
}
