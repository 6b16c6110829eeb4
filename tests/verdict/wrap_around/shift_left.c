// Unless its overflow is asked for.
// run: check -fwrapv --signed-overflow-check
// expect: violated
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 1;
    return (1 << (30 + x)) == 0; // error: [main.overflow.2]
}
