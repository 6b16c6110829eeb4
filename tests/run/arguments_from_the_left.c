// run: run --target arm, run --target riscv64
// expect: exit 0
// stdout: 1 2 3
// stdout: 4 5 6
// gcc evaluates arguments from left to right on these machines, variable ones behind the others.
int printf(const char *, ...);
static int count;
static int next(void) { return ++count; }
static void show(int a, int b, int c) { printf("%d %d %d\n", a, b, c); }
int main(void) {
    show(next(), next(), next());
    printf("%d %d %d\n", next(), next(), next());
    return 0;
}
