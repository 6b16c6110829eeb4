// run: check --32 --no-vla-bound-check
// expect: violated
// A length below zero does not hide what comes behind it.
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    int a[n];
    if (n > 0)
        a[n - 1] = 5;
    __CPROVER_assert(n > -3, "long enough"); // error: [main.assertion.1]
    return 0;
}
