// run: check --unwind-max 8
// expect: violated
int nondet_int(void);
int height(int n) {
    int most = 0, first = n;
    while (n > 0) {
        n = n - 1;
        int h = height(n);
        if (h > most) most = h;
    }
    return first > 0 ? most + 1 : 0;
}
int main(void) {
    int n = nondet_int();
    if (n > 3) return 0;
    int h = height(n);
    __CPROVER_assert(n < 0 || h < n || n == 0, "lower than this"); // error: [main.assertion.1]
    return 0;
}
