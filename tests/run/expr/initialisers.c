// Designated, nested, overridden and ranged initialisers.
// expect: exit 5
// stdout: 0 0 7 8 0 1 2 7
// stdout: 1 3 5 6 120 9
// stdout: 3 0 4 0
// stdout: 0 0 3 3 8 0 0 1 1 0
// stdout: 2 3 1 2 0
// stdout: 3 4 6 0
// stdout: 4 3 0
// stdout: 1 2 8 8
// stdout: abcd
#include <stdio.h>
struct in { int a, b[3]; };
struct out { struct in i[2]; char c; struct in j; };
static int g[] = {[5] = 1, 2, [2] = 7, 8};
static struct out o = {{{1, {2, 3}}, [1].b[1] = 5, 6}, 'x', .j.b = {[2] = 9}};
static int m[3][2] = {1, 2, 3, [2] = {4}};
static int r[10] = {[2 ... 4] = 3, [4] = 8, [7 ... 8] = 1};
struct over { int a; int b; };
static struct over v = {.b = 1, .a = 2, .b = 3};
static union { int i; char c[4]; } u = {.c = {1, 2}};
static int old = 3;
struct gnu { int x, y; };
static struct gnu z = {y : 2, x : 1};
static int *addr = &g[3];
static long diff = (char *)&g[3] - (char *)&g[1];
int main(void) {
    for (int i = 0; i < 7; i++)
        printf("%d ", g[i]);
    printf("%zu\n", sizeof g / sizeof *g);
    printf("%d %d %d %d %d %d\n", o.i[0].a, o.i[0].b[1], o.i[1].b[1], o.i[1].b[2], o.c, o.j.b[2]);
    printf("%d %d %d %d\n", m[1][0], m[1][1], m[2][0], m[2][1]);
    for (int i = 0; i < 10; i++)
        printf("%d ", r[i]);
    printf("\n%d %d %d %d %d\n", v.a, v.b, u.c[0], u.c[1], u.c[3]);
    int n = old;
    struct out l = {.i = {[1] = {n, {n + 1}}}, .j = {n * 2}};
    printf("%d %d %d %d\n", l.i[1].a, l.i[1].b[0], l.j.a, l.i[0].b[2]);
    struct in copy = l.i[1], *p = &copy;
    struct out with = {{*p, copy}, .j = *p};
    printf("%d %d %d\n", with.i[1].b[0], with.j.a, with.c);
    printf("%d %d %d %ld\n", z.x, z.y, *addr, diff);
    char grid[2][4] = {"ab", "cd"};
    printf("%s%s\n", grid[0], grid[1]);
    int scalar = {5};
    return scalar;
}
