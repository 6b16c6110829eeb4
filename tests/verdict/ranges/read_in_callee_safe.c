// An index that one branch uses for a small array reads a large one in another function.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: proved
unsigned nondet_uint(void);
static int get(const int *p, unsigned k) { return p[k]; }
int main(void) {
    int small[4] = {1, 2, 3, 4}, large[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    unsigned k = nondet_uint();
    if (k >= 12)
        return 0;
    int s = k < 4 ? small[k] : 0;
    __CPROVER_assert(get(large, k) == (int)k, "element k");
    return s & 0;
}
