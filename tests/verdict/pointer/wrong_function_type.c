// expect: violated
static int two(int a, int b) { return a + b; }
int main(void) {
    int (*f)(int) = (int (*)(int))(void *)two;
    return f(1); // error: [main.pointer.1]
}
