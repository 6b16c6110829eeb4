// run: check --engine bmc --uninitialised-check
// expect: safe
int nondet_int(void);
int main(void) {
    short a[2], b[2];
    int c = nondet_int();
    short *p = c ? a : b, *q = c ? b : a;
    p[0] = 1;
    q[0] = 3;
    p[1] = 2;
    q[1] = 4;
    return b[nondet_int() & 1] + a[nondet_int() & 1];
}
