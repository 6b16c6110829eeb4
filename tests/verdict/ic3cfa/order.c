// The same where y may be equal: the violation is found, however cubes are generalised.
// run: check --engine ic3cfa
// run: check --engine ic3cfa --generalisation old
// run: check --engine ic3cfa --generalisation none
// run: check --engine ic3cfa --generalisation no-split
// run: check --engine ic3cfa --generalisation no-relative
// run: check --engine ic3cfa --generalisation no-interpolation
// run: check --engine ic3cfa --generalisation ctg
// expect: violated
int nondet_int(void);
int main(void) {
    int x = nondet_int(), y = nondet_int();
    if (y > x)
        return 0;
    for (;;) {
        __CPROVER_assert(y < x || (x != 1 && x != 2), "below"); // error: [main.assertion.1]
        if (y > -100)
            y--;
    }
}
