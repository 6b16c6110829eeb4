// run: check
// expect: safe
// The twin of deep.c: the loop ends in time.
int a[100000];
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    if (n > 100000)
        n = 100000;
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
