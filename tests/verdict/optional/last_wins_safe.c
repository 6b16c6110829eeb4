// run: bmc --bounds-check --no-bounds-check --pointer-check --no-pointer-check, run --no-bounds-check --bounds-check --no-bounds-check --no-pointer-check
// expect: safe
int a[2];
int main(void) {
    int i = 0;
    if (i)
        a[i + 4] = 1;
    return 0;
}
