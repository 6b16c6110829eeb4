// run: check --engine bmc --uninitialised-check
// expect: safe
int nondet_int(void);
int main(void) {
    int x;
    int c = nondet_int();
    if (c > 3)
        x = 1;
    return c > 3 ? x : 0;
}
