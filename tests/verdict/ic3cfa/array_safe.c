// Cubes speak of what is read from an array of which only some places are known.
// run: check --engine ic3cfa
// expect: proved
unsigned nondet_uint(void);
_Bool nondet_bool(void);
int main(void) {
    unsigned char table[16] = {0};
    unsigned last = 0;
    while (nondet_bool()) {
        unsigned i = nondet_uint() % 16;
        table[i] = 1;
        last = i;
        __CPROVER_assert(table[last] == 1, "written");
    }
}
