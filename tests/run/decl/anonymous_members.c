// expect: exit 0
// stdout: 1 2 9 1
// stdout: 1 2 3 4
// stdout: 12 6 8
// stdout: 3f800000 3
#include <stddef.h>
#include <stdio.h>
struct v {
    int kind;
    union {
        int i;
        float f;
        struct { short lo, hi; };
    };
    struct { int tail; };
};
union u { struct { unsigned char r, g, b, a; }; unsigned int word; };
int main(void) {
    struct v v = {.kind = 1, .i = 0x00020001, .tail = 9};
    printf("%d %d %d %d\n", v.lo, v.hi, v.tail, v.kind);
    union u u = {.word = 0x04030201};
    printf("%d %d %d %d\n", u.r, u.g, u.b, u.a);
    printf("%zu %zu %zu\n", sizeof(struct v), offsetof(struct v, hi), offsetof(struct v, tail));
    struct v w = {2, {.f = 1.0f}, {3}};
    printf("%x %d\n", w.i, w.tail);
    return 0;
}
