// inputs: 7
// expect: safe
int __VERIFIER_nondet_int(void);
int main(void) {
    int d = __VERIFIER_nondet_int();
    return d != 7 ? 0 / (d - 7) : 0;
}
