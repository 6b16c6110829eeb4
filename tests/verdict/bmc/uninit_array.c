// A symbolic index reads an element that no symbolic index wrote.
// run: check --engine bmc --uninitialised-check
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    int a[8];
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i >= 8 || j >= 8 || j > i + 1)
        return 0;
    a[i] = 1;
    a[j] = 2;
    return a[7 - i]; // error: [main.uninitialised.1]
}
