// run: run --target aarch64
// expect: exit 0
// LP64 with an unsigned wchar_t, a long double of 128 bits (binary128), and a va_list that is a record.
typedef __builtin_va_list va_list;
_Static_assert(sizeof(long) == 8 && sizeof(long double) == 16 && sizeof(va_list) == 32, "");
_Static_assert(_Generic(L'x', unsigned: 1, default: 0) && sizeof(__int128) == 16, "");
static int sum(int n, ...) {
    va_list ap;
    __builtin_va_start(ap, n);
    int total = 0;
    while (n--)
        total += __builtin_va_arg(ap, int);
    return total;
}
int main(void) {
    // 113 bits of mantissa: 2^-112 is not lost.
    long double one = 1, small = 1;
    for (int i = 0; i < 112; i++)
        small /= 2;
    return one + small == one || sum(2, 3, -3) != 0;
}
