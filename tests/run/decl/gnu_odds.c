// What gcc takes: modes of enumerations, implicit int of members, names that are types, suffixes, literals as constants.
// expect: exit 0
// stdout: 1 0 8 42 text
// stdout: 3 7
// stdout: 1 2
// stdout: 1 0 1 0
// stdout: 8 16
// stdout: 8 1 2 3 3 4
// stdout: 60 1
#include <stdio.h>
#include <stddef.h>
int A[2];
int A[] = { 1 };
int x = (int){ 42 };
static const char *text = (const char *){ "text" };
int foo();
int bar(int a, int b) { return a + b; }
int foo(a, b) int a, b; { return a - b; }
enum __attribute__((mode(QI))) E { P, Q = 3 };
typedef enum { M0, M1 } __attribute__((mode(HI))) ME;
enum T { TA, TB };
enum TS { SA = -1 };
struct S { const b : 2; volatile c : 3; const d; };
struct U { int z; struct { int x, y; } u[3]; };
__float80 wide = 1.5L;
int main(void) {
    int (*fp)() = foo;
    int (*fq)() = bar;
    int __float80 = 3, __float128 = 4;
    double d = 50.0d + 1e1D;
    struct S s = { 1, 2, 3 };
    printf("%d %d %zu %d %s\n", A[0], A[1], sizeof A, x, text);
    printf("%d %d\n", fp(5, 2), fq(5, 2));
    printf("%zu %zu\n", sizeof(enum E), sizeof(ME));
    printf("%d %d %d %d\n", __builtin_types_compatible_p(enum T, unsigned), __builtin_types_compatible_p(enum T, int),
           __builtin_types_compatible_p(enum TS, int), __builtin_types_compatible_p(enum T, enum TS));
    printf("%zu %zu\n", offsetof(struct U, u->y), offsetof(struct U, u[1].y));
    printf("%zu %d %d %d %d %d\n", sizeof s, s.b, s.c, s.d, __float80, __float128);
    printf("%g %d\n", d, wide > 1);
    return 0;
}
