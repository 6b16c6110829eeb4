// run: check --engine kind --32 --stop-on-fail
// expect: violated
// The twin of size_counted_safe.c: the inner loop goes one too far.
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    if (n < 1 || n >= 2147483647 / (int)sizeof(int))
        n = 1;
    int *a = __builtin_alloca(n * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = nondet_int();
    for (int i = n - 1; i >= 0; i--)
        for (int j = 1; j <= i + 1; j++)
            if (a[j - 1] > a[j]) { // error: [main.pointer.3]
                int t = a[j];
                a[j] = a[j - 1];
                a[j - 1] = t;
            }
    return 0;
}
