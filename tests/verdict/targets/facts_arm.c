// run: run --target arm, run --target arm-linux
// expect: exit 0
// Sizes and types of 32-bit ARM: long double is double, wchar_t is unsigned, 8-byte types are aligned to 8.
typedef __builtin_va_list va_list;
struct s {
    char c;
    long long x;
};
_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 8, "");
_Static_assert(_Generic(L'x', unsigned: 1, default: 0) && _Generic(sizeof(0), unsigned: 1, default: 0), "");
_Static_assert(__builtin_offsetof(struct s, x) == 8 && sizeof(va_list) == 4, "");
struct __attribute__((aligned)) most {
    char c;
};
_Static_assert(sizeof(struct most) == 8, "");

static int sum(int n, ...) {
    va_list ap, copy;
    __builtin_va_start(ap, n);
    __builtin_va_copy(copy, ap);
    int total = 0;
    while (n--)
        total += __builtin_va_arg(ap, int);
    total -= __builtin_va_arg(copy, int);
    __builtin_va_end(ap);
    return total;
}
int main(void) { return sum(3, 5, 20, -20); }
