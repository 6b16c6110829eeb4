// Implicit int and implicit declarations, which gcc's default dialect still accepts with warnings.
static counter;
add(a, b) { return a + b; }
main() {
    counter = add(1, 2);
    return counter - 3 + later(0);
}
int later(int x) { return x; }
