// A large array as state has no bits: nothing is said, and why.
// run: check --engine ic3 --nondet-static
// expect: inconclusive
unsigned nondet_uint(void);
_Bool nondet_bool(void);
int table[100000];
int main(void) {
    unsigned sum = 0;
    while (nondet_bool()) {
        unsigned i = nondet_uint();
        if (i >= 100000)
            break;
        sum = table[i] == 77 ? sum + 1 : 0;
        __CPROVER_assert(sum < 2, "twice");
    }
    return 0;
}
