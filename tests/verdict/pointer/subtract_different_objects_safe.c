// expect: safe
int main(void) {
    int a[4];
    int *p = &a[0], *q = &a[3];
    return (int)(q - p) - 3;
}
