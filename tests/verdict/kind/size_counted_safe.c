// run: check --engine kind --32
// expect: safe
// An array of n elements, written and read by loops over an index that is narrower than sizes are.
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    if (n < 1 || n >= 2147483647 / (int)sizeof(int))
        n = 1;
    int *a = __builtin_alloca(n * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = nondet_int();
    for (int i = n - 1; i >= 0; i--)
        for (int j = 1; j <= i; j++)
            if (a[j - 1] > a[j]) {
                int t = a[j];
                a[j] = a[j - 1];
                a[j - 1] = t;
            }
    return 0;
}
