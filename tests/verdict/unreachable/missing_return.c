// Falling off the end is undefined only where the caller uses the value.
// expect: violated
static int f(int x) {
    if (x)
        return 0;
} // error: [f.unreachable.1]
int main(void) {
    int y = f(0);
    return y;
}
