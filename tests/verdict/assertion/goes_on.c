// Executions go on behind __CPROVER_assert: one that fails does not decide those behind it.
// run: check --engine bmc --unwind-max 9, check --engine kind, check --engine ic3, check
// expect: violated
// message: [main.assertion.3] line 10 same: SUCCESS
int nondet_int(void);
int main(void) {
    int c = nondet_int();
    __CPROVER_assert(c == 4, "four");      // error: [main.assertion.1]
    __CPROVER_assert(c != 7, "not seven"); // error: [main.assertion.2]
    __CPROVER_assert(c == c, "same");
    return 0;
}
