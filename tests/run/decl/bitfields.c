// Bit-fields of every kind: layout, sign, truncation, promotion.
// expect: exit 3
// stdout: -4 1 -1 -8
// stdout: 9 2 300 6
// stdout: 123456789a -5 1 16
// stdout: 9a78563412fbffff
// stdout: 12 5 4
// stdout: 2 1
// stdout: 1 1
// stdout: 24 -4
#include <stdio.h>
#include <string.h>
struct a { int x : 3; unsigned y : 5; int z : 1; signed s : 4; };
struct b { unsigned char c : 4, : 2, d : 2; unsigned : 0; unsigned short e : 9; };
struct c { unsigned long long big : 40; long long low : 24; _Bool flag : 1; };
struct d { int a : 20; int b : 20; char c; short e : 3; };
struct __attribute__((packed)) e { int a : 20; int b : 20; };
enum color { RED, GREEN, BLUE };
struct f { enum color c : 2; unsigned rest : 30; };
static void dump(const void *p, size_t n) {
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++)
        printf("%02x", b[i]);
    printf("\n");
}
int main(void) {
    struct a a = {.x = 3, .y = 31, .z = -1, .s = -8};
    a.x++;
    a.y += 2;
    printf("%d %d %d %d\n", a.x, a.y, a.z, a.s);
    struct b b = {9, 2, 300};
    printf("%d %d %d %zu\n", b.c, b.d, b.e, sizeof b);
    struct c c;
    memset(&c, 0, sizeof c);
    c.big = 0x123456789aULL;
    c.low = -5;
    c.flag = 4;
    printf("%llx %d %d %zu\n", (unsigned long long)c.big, (int)c.low, c.flag, sizeof c);
    dump(&c, 8);
    printf("%zu %zu %zu\n", sizeof(struct d), sizeof(struct e), sizeof(struct f));
    struct f f = {BLUE, 1};
    printf("%d %d\n", f.c, f.c == BLUE);
    // A narrow unsigned bit-field promotes to int.
    printf("%d %d\n", a.y - 40 < 0, (c.big - 1) > 0);
    a.y = 7;
    a.y <<= 3;
    int stored = a.x = 12;
    printf("%d %d\n", a.y, stored);
    return (a.y ^= 3) & 3;
}
