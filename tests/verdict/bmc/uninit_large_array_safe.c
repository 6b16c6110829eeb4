// run: check --engine bmc --uninitialised-check
// expect: safe
unsigned nondet_uint(void);
int main(void) {
    int a[500];
    for (int k = 0; k < 500; k++)
        if (k != 321)
            a[k] = k;
    unsigned i = nondet_uint();
    if (i >= 500 || i == 321)
        return 0;
    return a[i];
}
