// A twin of each_safe.c: what is found in the reduced system happens in the program.
// run: check --engine kind --reductions none, check --engine kind --reductions all, check --engine kind --reductions cone
// run: check --engine kind --reductions dead, check --engine kind --reductions constants, check --engine kind --reductions copies
// run: check --engine kind --reductions widths, check --engine ic3 --reductions none, check --engine ic3 --reductions all
// run: check --engine ic3 --reductions dead, check --engine ic3 --reductions constants, check --engine ic3 --reductions copies
// run: check --engine ic3 --reductions widths, check --engine ic3 --reductions latches, check --engine ic3 --reductions cone
// expect: violated
unsigned nondet_uint(void);
_Bool nondet_bool(void);
int main(void) {
    unsigned a = 0, b = 0, mode = 3, first = nondet_uint() % 16, unread = 0, unused = 0;
    while (nondet_bool() && a < 1000) {
        if (a != b)
            mode = nondet_uint();
        a += 2;
        b += 2;
        unread += first;
        unused = nondet_uint();
        __CPROVER_assert(a == b && mode == 3, "copies and constants");
        __CPROVER_assert(a < 10, "widths"); // error: [main.assertion.2]
    }
    unsigned n = 0;
    while (nondet_bool()) {
        n = n < 100 ? n + 1 : 0;
        __CPROVER_assert(n < 3, "the second loop"); // error: [main.assertion.3]
    }
    return unused & 0;
}
