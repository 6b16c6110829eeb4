// An array that is a term: all elements but one are written.
// run: check --engine bmc --uninitialised-check
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    int a[500];
    for (int k = 0; k < 500; k++)
        if (k != 321)
            a[k] = k;
    unsigned i = nondet_uint();
    if (i >= 500)
        return 0;
    return a[i]; // error: [main.uninitialised.1]
}
