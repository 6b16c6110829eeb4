// expect: violated
int main(void) {
    int a, b;
    int *p = &a, *q = &b;
    return p < q ? 0 : 0; // error: [main.pointer.1]
}
