// run: check --engine kind
// expect: safe
// stdout: tests/verdict/kind/vacuous_safe.c function main
// stdout: [main.assertion.1] line 17 five: UNREACHABLE
// stdout:
// stdout: 1 property: 1 UNREACHABLE
// stdout: hint: no property is reached by any execution: do the assumptions contradict each other?
// stdout: VERIFICATION SUCCESSFUL
int nondet_int(void);

int main(void) {
    unsigned x = 0;
    while (nondet_int()) {
        if (x < 4)
            x++;
        if (x > 4)
            __CPROVER_assert(x == 5, "five");
    }
    return 0;
}
