// What only an invariant excludes is unreachable, too; what is reached is not.
// run: check --engine kind, check --engine ic3, check
// expect: safe
// stdout: tests/verdict/vacuous/in_loop_safe.c function main
// stdout: [main.assertion.1] line 18 five: UNREACHABLE
// stdout: [main.assertion.2] line 19 six: SUCCESS
// stdout:
// stdout: 2 properties: 1 SUCCESS, 1 UNREACHABLE
// stdout: VERIFICATION SUCCESSFUL
int nondet_int(void);

int main(void) {
    unsigned x = 0;
    while (nondet_int()) {
        if (x < 4)
            x++;
        if (x > 4)
            __CPROVER_assert(x == 5, "five");
        __CPROVER_assert(x < 6, "six");
    }
    return 0;
}
