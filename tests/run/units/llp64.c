// run: run --LLP64
// expect: exit 0
// stdout: 4 4 8 8
// stdout: 1 2
int printf(const char *, ...);
int main(void) {
    printf("%d %d %d %d\n", (int)sizeof(int), (int)sizeof(long), (int)sizeof(void *), (int)sizeof(sizeof 0));
    printf("%d %d\n", _Generic(sizeof 0, unsigned long long: 1, default: 3), _Generic(2147483648, long: 1, long long: 2, default: 3));
    return 0;
}
