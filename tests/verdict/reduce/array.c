// run: check --engine ic3, check --engine kind --reductions all, check --engine ic3 --reductions elements
// expect: violated
unsigned nondet_uint(void);
_Bool nondet_bool(void);
int main(void) {
    unsigned char a[70] = {0};
    while (nondet_bool()) {
        unsigned i = nondet_uint() % 70;
        a[i] = 1;
        __CPROVER_assert(a[nondet_uint() % 70] == 1, "one"); // error: [main.assertion.1]
    }
    return 0;
}
