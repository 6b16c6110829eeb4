// run: check --engine bmc --uninitialised-check
// expect: safe
unsigned nondet_uint(void);
int main(void) {
    int a[8];
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i >= 8 || j >= 8)
        return 0;
    a[i] = 1;
    a[7 - i] = 2;
    if (j != i && j + i != 7)
        return 0;
    return a[j];
}
