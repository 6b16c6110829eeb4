// run: run --pointer-overflow-check
// expect: violated
int main(void) {
    int a[2];
    int *p = a + 3; // error: [main.pointer-overflow.1]
    return p == a;
}
