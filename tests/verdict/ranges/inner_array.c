// An array of arrays, by an index of an inner array and through a pointer to all of its elements.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
unsigned nondet_uint(void);
int a[4][4];
int main(void) {
    unsigned i = nondet_uint();
    if (i >= 16)
        return 0;
    int x = i < 4 ? a[0][i] : 0;
    int *p = &a[0][0];
    p[i] = 7;
    __CPROVER_assert(a[3][2] != 7, "element 14"); // error: [main.assertion.1]
    return x;
}
