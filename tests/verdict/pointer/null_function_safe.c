// expect: safe
static int zero(void) { return 0; }
int main(void) {
    int (*f)(void) = zero;
    return f();
}
