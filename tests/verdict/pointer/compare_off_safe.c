// run: run --no-pointer-compare-check
// expect: safe
int a[2], b[2];
int main(void) {
    if (a < b)
        a[0] = 1;
    return 0;
}
