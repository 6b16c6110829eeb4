// GNU vectors: arithmetic, comparisons, scalars, elements, conversions, shuffles, as members, arguments and results.
// expect: exit 0
// stdout: 16 32 48 64
// stdout: 2 0 6 4
// stdout: -1 -2 -3 -4
// stdout: 254 253 252 251
// stdout: 0 0 -1 -1
// stdout: -1 0 -1 0
// stdout: 2 4 8 16
// stdout: 5 2 0 1
// stdout: 11 7 33 45
// stdout: 11 7 33 45
// stdout: 11 7 33 45
// stdout: 0 7 66 135
// stdout: 9 8 0 0
// stdout: 1.125 2 0.125 0
// stdout: 0 0 -1 0
// stdout: 1069547520 1073741824 -1090519040 0
// stdout: 120 100 -100 2 8
// stdout: 29c6478
// stdout: 4294967295 2
// stdout: 2 4 8 8
// stdout: 32 16 16
// stdout: 4 3 2 1
// stdout: 1 10 40 3
// stdout: 2 20 1 40
// stdout: 1 2 0 0
// stdout: 0.625 1.5
// stdout: 4 16 6
// stdout: 5 0 4 0
#include <stdio.h>
#include <string.h>
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef signed char c8 __attribute__((vector_size(8)));
typedef short s4 __attribute__((vector_size(4 * sizeof(short))));
typedef double d2 __attribute__((__vector_size__(16)));
struct holder { char c; v4 v; };
static v4 global = { 1, -2, 3 };
static v4 table[2] = { { 1, 2, 3, 4 }, { 5 } };
static v4 add(v4 a, v4 b) { return a + b; }
static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
int main(void) {
    v4 a = { 1, 2, 3, 4 }, b = { 10, 20, 30, 40 }, c;
    show(a + b * 2 - (b >> 1));
    show(add(a, global));
    show(-a);
    show(~a & 0xff);
    show(a > 2);
    show(a == global);
    show(1 << a);
    show(table[0] % 3 | table[1]);
    c = a;
    c += b;
    c[1] = 7;
    c[3]++;
    show(c);
    show(c++);
    show(--c);
    for (int i = 0; i < 4; i++)
        c[i] *= i;
    show(c);
    show((v4){ 9, 8 });
    f4 f = { 1.5f, 2, -0.5f, 0 }, g = f * f / 2.0f;
    printf("%g %g %g %g\n", g[0], g[1], g[2], g[3]);
    show(f < g);
    show((v4)f);
    c8 small = { 60, 50, -50, 1 };
    small += small;
    printf("%d %d %d %d %zu\n", small[0], small[1], small[2], small[3], sizeof small);
    printf("%llx\n", (unsigned long long)small);
    u4 u = (u4)a - 2;
    printf("%u %u\n", u[0], u[3]);
    struct holder h = { 'x', a }, k = h;
    k.v[2] = 5;
    show(k.v + h.v);
    printf("%zu %zu %zu\n", sizeof h, _Alignof(v4), __builtin_offsetof(struct holder, v));
    show(__builtin_shuffle(a, (v4){ 3, 2, 1, 4 }));
    show(__builtin_shuffle(a, b, (v4){ 0, 4, 7, 10 }));
    show(__builtin_shufflevector(a, b, 1, 5, 0, 7));
    show(__builtin_convertvector(f, v4));
    d2 d = { 1.25, 3 };
    d /= 2;
    printf("%g %g\n", d[0], d[1]);
    s4 s = { 1, 2, 3, 4 };
    s = s << 2;
    printf("%d %d %d\n", s[0], s[3], add(a, a)[2]);
    int copy[4];
    memcpy(copy, &a, sizeof copy);
    v4 *p = &table[1];
    (*p)[2] = copy[3];
    show(*p);
    return 0;
}
