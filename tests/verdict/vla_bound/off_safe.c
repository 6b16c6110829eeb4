// run: run --no-vla-bound-check, bmc --no-vla-bound-check
// expect: safe
int main(void) {
    int n = 0;
    char a[n];
    (void)a;
    return 0;
}
