// run: run --32
// Sizes and arithmetic of the 32-bit data model.
// expect: exit 254
// stdout: 4 4 4 8 12
// stdout: 20 4 4
// stdout: 4294967295 1
// stdout: 1
// stdout: 2
int printf(const char *, ...);
struct s { char c; long long l; double d; };
int main(void) {
    printf("%d %d %d %d %d\n", (int)sizeof(int), (int)sizeof(long), (int)sizeof(void *), (int)sizeof(long long), (int)sizeof(long double));
    printf("%d %d %d\n", (int)sizeof(struct s), (int)_Alignof(struct s), (int)_Alignof(double));
    unsigned long u = -1;
    printf("%lu %d\n", u, u == 4294967295);
    printf("%d\n", _Generic(sizeof(0), unsigned int: 1, unsigned long: 2, default: 3));
    printf("%d\n", _Generic(2147483648, long: 1, long long: 2, default: 3));
    long l = 2147483647;
    l -= 1;
    return (int)(l & 0xff);
}
