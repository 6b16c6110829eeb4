// Which of two objects is written depends on an input.
// run: check --engine bmc --uninitialised-check
// expect: violated
int nondet_int(void);
int main(void) {
    short a[2], b[2];
    short *p = nondet_int() ? a : b;
    p[0] = 1;
    p[1] = 2;
    return b[nondet_int() & 1]; // error: [main.uninitialised.1]
}
