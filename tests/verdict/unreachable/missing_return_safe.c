// Falling off the end is undefined only where the caller uses the value.
// expect: safe
static int f(int x) {
    if (x)
        return 0;
}
int main(void) {
    f(0);
    return f(1);
}
