// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
void __CPROVER_assert(_Bool, const char *); // error: [__CPROVER_assert.assertion.1]
int main(void) {
    void (*check)(_Bool, const char *) = __CPROVER_assert;
    check(0, "never");
    return 0;
}
