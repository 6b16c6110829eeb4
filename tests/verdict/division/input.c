// inputs: 7
// expect: violated
int __VERIFIER_nondet_int(void);
int main(void) {
    int d = __VERIFIER_nondet_int();
    return 100 / (d - 7); // error: [main.division-by-zero.1]
}
