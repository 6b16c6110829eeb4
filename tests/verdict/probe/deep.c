// run: check --property main.bounds.1
// expect: violated
// A violation after 100000 iterations, on the way of almost every execution.
int a[100000];
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    for (int i = 0; i < n; i++)
        a[i] = i; // error: [main.bounds.1]
    return 0;
}
