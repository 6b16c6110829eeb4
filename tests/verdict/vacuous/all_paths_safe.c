// assume(0) on all paths: an error that is never reached holds, but says nothing.
// run: check --engine bmc, check --engine kind, check --engine ic3, check
// expect: safe
// stdout: tests/verdict/vacuous/all_paths_safe.c function main
// stdout: [main.error.1] line 25 call of reach_error: SUCCESS
// stdout:
// stdout: Assumptions that no execution passes (nothing after them is checked):
// stdout:   tests/verdict/vacuous/all_paths_safe.c:18
// stdout:   tests/verdict/vacuous/all_paths_safe.c:20
// stdout:
// stdout: 1 property: 1 SUCCESS
// stdout: VERIFICATION SUCCESSFUL
int nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = 0;
    if (nondet_int())
        __CPROVER_assume(0);
    else
        __CPROVER_assume(x > 0);
    // Not reached, and no reason to be named.
    __CPROVER_assume(x == 3);
    while (nondet_int())
        if (++x == 7)
            reach_error();
    return 0;
}
