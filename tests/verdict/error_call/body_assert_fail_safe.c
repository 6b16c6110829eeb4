// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));
void reach_error(void) { __assert_fail("0", "f.c", 3, "reach_error"); }
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 7;
    if (x > 7)
        reach_error();
    return 0;
}
