// A small array as state, by element: IC3 has the bits of each, and the certificate speaks of the array.
// run: check --engine ic3, check --engine kind --reductions all, check --engine ic3 --reductions elements
// expect: proved
unsigned nondet_uint(void);
_Bool nondet_bool(void);
int main(void) {
    unsigned char a[70] = {0};
    while (nondet_bool()) {
        unsigned i = nondet_uint() % 64;
        a[i] = 1;
        __CPROVER_assert(a[nondet_uint() % 64] <= 1, "one at most");
    }
    return 0;
}
