// inputs: 3
// expect: exit 3
// message: 1 inputs were missing and taken as 0
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x + __VERIFIER_nondet_int();
}
