// A twin of in_loop_safe.c: the place is reached after four rounds.
// run: check --engine kind, check --engine ic3, check
// expect: violated
int nondet_int(void);

int main(void) {
    unsigned x = 0;
    while (nondet_int()) {
        if (x < 6)
            x++;
        if (x > 4)
            __CPROVER_assert(x == 5, "five"); // error: [main.assertion.1]
    }
    return 0;
}
