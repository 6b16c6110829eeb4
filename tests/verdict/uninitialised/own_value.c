// An initialiser that reads its own object reads what has no value.
// run: bmc --uninitialised-check
// expect: violated
int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int()) {
        int x = x;
        return x == 7; // error: [main.uninitialised.1]
    }
    return 0;
}
