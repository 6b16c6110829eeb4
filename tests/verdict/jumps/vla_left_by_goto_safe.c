// An array that is declared before the label lives on where a jump goes back; one that is declared behind it is another one each time.
// run: bmc, bmc --engine auto
// expect: proved
int nondet_int(void);
void __CPROVER_assume(int);
int main(void) {
    int n = nondet_int(), c = 0;
    __CPROVER_assume(n >= 1 && n <= 3);
    int before[n];
    before[0] = 5;
again:;
    __CPROVER_assert(before[0] == 5 + c, "lives on");
    int a[n];
    a[n - 1] = c;
    {
        int inner[n + c];
        inner[n + c - 1] = a[n - 1] + 1;
        c = inner[n + c - 1];
        before[0]++;
        if (c < 3)
            goto again;
    }
    __CPROVER_assert(a[n - 1] == 2, "the last one");
    return 0;
}
