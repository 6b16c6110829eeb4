// What gcc knows with and without optimisation.
// expect: exit 0
// stdout: buf: 10 10 10 10
// stdout: &buf[3]: 7 7 7 7
// stdout: &buf: 10 10 10 10
// stdout: s.a: 56 6 56 6
// stdout: &s.a[2]: 54 4 54 4
// stdout: &s.b: 50 2 50 2
// stdout: &s: 60 60 60 60
// stdout: s.z[1]: 32 32 32 32
// stdout: &s.z[1][2]: 24 8 24 8
// stdout: "hello": 6 6 6 6
// stdout: (void *)s.a: 56 6 56 6
// stdout: &s.n: 60 4 60 4
// stdout: &buf[10]: 0 0 0 0
// stdout: l: 20 20 20 20
// stdout: &l[19]: 1 1 1 1
// stdout: s.z: 48 48 48 48
// stdout: &s.z[2]: 16 16 16 16
#include <stdio.h>
struct S { int n; char a[6]; short b; int z[3][4]; } s;
char buf[10];
#define P(e) printf("%s: %zd %zd %zd %zd\n", #e, __builtin_object_size(e, 0), __builtin_object_size(e, 1), __builtin_object_size(e, 2), __builtin_object_size(e, 3))
int main(void) {
    char l[20];
    P(buf); P(&buf[3]); P(&buf); P(s.a); P(&s.a[2]); P(&s.b); P(&s); P(s.z[1]); P(&s.z[1][2]);
    P("hello"); P((void *)s.a); P(&s.n); P(&buf[10]); P(l); P(&l[19]); P(s.z); P(&s.z[2]);
    return 0;
}
