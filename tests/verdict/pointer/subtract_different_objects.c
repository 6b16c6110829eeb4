// expect: violated
int main(void) {
    int a, b;
    int *p = &a, *q = &b;
    return (int)(p - q) * 0; // error: [main.pointer.1]
}
