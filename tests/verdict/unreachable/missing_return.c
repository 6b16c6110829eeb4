// Falling off the end is undefined only where the caller uses the value.
// expect: known-bug violated
static int f(int x) {
    if (x)
        return 0;
}
int main(void) {
    int y = f(0); // error: main.
    return y;
}
