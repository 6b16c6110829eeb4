// expect: safe
static int two(int a, int b) { return a + b; }
int main(void) {
    void *v = (void *)two;
    int (*f)(int, int) = (int (*)(int, int))v;
    return f(1, -1);
}
