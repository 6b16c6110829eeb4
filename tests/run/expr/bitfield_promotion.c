// A bit-field is promoted by its width; a cast to its declared type makes it one of that type.
// expect: exit 0
// stdout: 0 1 0
// stdout: 0 1
// stdout: 1 1
// stdout: 1 0
// stdout: 2 1 1 3
// stdout: 2 1 5 1
// stdout: 1 1 8 4 4
// stdout: 4 1
// stdout: 0 1
#include <stdio.h>
struct { unsigned b : 3; signed c : 5; unsigned long long d : 40; _Bool e : 1; unsigned f : 32; unsigned char g : 7; } s = { 5, -3, 1ull << 39, 1, 7, 9 };
#define KIND(e) _Generic((e), int: 1, unsigned: 2, unsigned char: 3, unsigned long long: 4, _Bool: 5, default: 6)
int main(void) {
    printf("%d %d %d\n", (unsigned)s.b - 100 < 0, s.b - 100 < 0, (unsigned)s.b++ - 100 < 0);
    printf("%d %d\n", (unsigned)(s.b = 3) - 100 < 0, (s.b = 3) - 100 < 0);
    printf("%d %d\n", -(unsigned)s.b > 0, ~(unsigned)s.b > 0);
    printf("%d %d\n", ((unsigned long long)s.d << 24) != 0, (s.d << 24) != 0);
    printf("%d %d %d %d\n", KIND((unsigned)s.b), KIND(+s.b), KIND(1 ? s.b : s.b), KIND((unsigned char)s.g));
    printf("%d %d %d %d\n", KIND(s.f), KIND(+s.g), KIND((_Bool)s.e), KIND(s.b ?: 2));
    printf("%zu %zu %zu %zu %zu\n", sizeof(s.b = 3), sizeof(s.c++), sizeof(0, s.d), sizeof(s.f += 1), sizeof(+s.b));
    printf("%zu %zu\n", sizeof((unsigned)s.b), sizeof(({ s.b; })));
    __typeof__((unsigned)s.b) q = 5;
    printf("%d %d\n", q - 100 < 0, ({ s.b; }) - 100 < 0);
    return 0;
}
