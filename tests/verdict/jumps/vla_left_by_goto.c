// A jump back before the declaration of a variable length array ends its life (C11 6.2.4p7), although its block goes on.
// run: bmc, bmc --engine auto
// expect: violated
int nondet_int(void);
void __CPROVER_assume(int);
int main(void) {
    int n = nondet_int(), c = 0, *p = 0;
    __CPROVER_assume(n >= 1 && n <= 3);
again:;
    if (p)
        p[0] = 1; // error: [main.pointer.1]
    int a[n];
    p = a;
    c++;
    if (c < 3)
        goto again;
    return 0;
}
