// run: run --64, run --32
// expect: exit 0
// stdout: 3 2 1
// stdout: 6 5 4
// gcc evaluates arguments from right to left on x86.
int printf(const char *, ...);
static int count;
static int next(void) { return ++count; }
static void show(int a, int b, int c) { printf("%d %d %d\n", a, b, c); }
int main(void) {
    show(next(), next(), next());
    printf("%d %d %d\n", next(), next(), next());
    return 0;
}
