// Short-circuit, conditional and loops become blocks.
static int f(int a, int b) {
    int r = 0;
    while (a > 0 && b != a)
        r += a-- > 2 ? b : 1;
    return r;
}
int main(void) { return f(3, 4); }
