// run: run --pointer-overflow-check
// expect: safe
int main(void) {
    int a[2];
    int *p = a + 2;
    return p == a;
}
