// run: bmc --no-bounds-check --bounds-check, run --bounds-check --no-bounds-check --bounds-check, bmc --no-malloc-may-fail --malloc-may-fail --no-unwinding-assertions --unwinding-assertions --unwind 3
// expect: violated
int a[2];
int main(void) {
    int i = 4;
    a[i] = 1; // error: [main.bounds.1]
    return 0;
}
