// Assumptions that contradict each other: every engine says that nothing is reached, and which assumption nobody passes.
// run: check --engine bmc, check --engine kind, check --engine ic3, check
// expect: safe
// stdout: tests/verdict/vacuous/contradiction_safe.c function main
// stdout: [main.assertion.1] line 17 after: UNREACHABLE
// stdout:
// stdout: Assumptions that no execution passes (nothing after them is checked):
// stdout:   tests/verdict/vacuous/contradiction_safe.c:16
// stdout:
// stdout: 1 property: 1 UNREACHABLE
// stdout: hint: no property is reached by any execution: do the assumptions contradict each other?
// stdout: VERIFICATION SUCCESSFUL
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x > 3), __CPROVER_assume(x < 2);
    __CPROVER_assert(x == 1, "after");
    return 0;
}
