// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
void __CPROVER_assert(_Bool, const char *);
int main(void) {
    void (*check)(_Bool, const char *) = __CPROVER_assert;
    check(1, "always");
    return 0;
}
