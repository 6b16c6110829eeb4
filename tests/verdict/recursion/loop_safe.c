// run: check --engine kind
// expect: proved
// A loop in the function, with a call in the loop: the arguments are changed before the return, and the contract speaks of them as they were.
int nondet_int(void);
int height(int n) {
    if (n <= 0) return 0;
    int most = 0, first = n;
    while (n > 0) {
        n = n - 1;
        int h = height(n);
        if (h > most) most = h;
    }
    return most < first ? most + 1 : first;
}
int main(void) {
    int n = nondet_int();
    if (n > 1000) return 0;
    int h = height(n);
    __CPROVER_assert(h >= 0, "no negative height");
    __CPROVER_assert(n <= 0 || h <= n, "not higher than this");
    return 0;
}
