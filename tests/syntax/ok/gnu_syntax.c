// What headers and kernels write.
__extension__ typedef long long ll;
typedef __signed__ char s8;
static __inline__ __attribute__((__always_inline__)) int f(int x) { return __extension__ x; }
extern int g(const char *__restrict, ...) __asm__("renamed_g") __attribute__((__nothrow__, __leaf__));
extern __typeof(f) h;
int a __attribute__((used)) = __alignof__(long), b = _Alignof(int);
struct __attribute__((__packed__)) p { s8 c; ll l; };
union __attribute__((transparent_union)) tu { int *i; const int *c; };
enum { X, Y, };
__asm__(".text");
static const char *const names[] = {[X] = "x", [Y] = "y"};
static int with_label(int n) {
    __label__ out;
    if (n)
        goto out;
    n = 1;
out:
    __attribute__((unused));
    return n;
}
static void array_parameters(int n, int a[restrict static 2], int b[const], int c[n], int d[*]);
static void array_parameters(int n, int a[restrict static 2], int b[const], int c[n], int d[]) { a[0] = b[0] + c[0] + d[0]; }
int main(void) {
    _Static_assert(1, "fine");
    _Static_assert(sizeof(struct p) == 9, "");
    return f(0) + with_label(0) - 1 + (a - 8) + (b - 4) + (names[0][0] - 'x');
}
