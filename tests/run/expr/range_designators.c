// Ranges, and stores that override a part of them.
// expect: exit 0
// stdout: 0 7 9 5 1 5
// stdout: 3 3 3 4 0
// stdout: 2 x 1 3 1
// stdout: 1
// stdout: 1 1
// stdout: 0 0 6 6 6 6 0 0
// stdout: 0 0 6 8 6 6 0 0
// stdout: 0 0 6 6 9 9 9 0
// stdout: 0 0 6 6 9 9 9 0
// stdout: 1 33 4 5
// stdout: 2 3 9 3 0 2
// stdout: 6 1 6
#include <stdio.h>
struct p { int a, b; const char *s; };
static char big[] = {[100 ... 2000000] = 5, [50 ... 200] = 7, [150] = 9, [1999999] = 1};
static struct p q[4] = {[1].a = 1, [0 ... 2].a = 3, [2].b = 4};
static struct p r[30] = {[0 ... 29] = (struct p){1, 2, "x"}, [5].s = 0, [7] = {3}};
static struct c { char c; } many[1100000] = {[0 ... 1099999] = (struct c){1}};
static struct p t[2] = {[1].s = "old", [0 ... 1].s = 0};
static int nested[4][8] = {[0 ... 3] = {[2 ... 5] = 6}, [1][3] = 8, [2 ... 3][4 ... 6] = 9};
static int down[] = {[5] = 5, [3] = 3, [4] = 4, [3] = 33, [0] = 1};
static long long zeros[1LL << 33 >> 12];
int main(void) {
    printf("%d %d %d %d %d %d\n", big[49], big[50], big[150], big[201], big[1999999], big[2000000]);
    printf("%d %d %d %d %d\n", q[0].a, q[1].a, q[2].a, q[2].b, q[3].a);
    printf("%d %s %d %d %d\n", r[29].b, r[4].s, r[5].s == 0, r[7].a, r[7].s == 0);
    printf("%d\n", many[1099999].c);
    printf("%d %d\n", t[0].s == 0, t[1].s == 0);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 8; k++) printf("%d%s", nested[i][k], k == 7 ? "\n" : " ");
    printf("%d %d %d %d\n", down[0], down[3], down[4], down[5]);
    int x = 2, local[40] = {[0 ... 39] = x, [3 ... 5] = x + 1, [4] = 9, [20 ... 30] = 0};
    struct p l[3] = {[0].a = x, [0 ... 2].a = 3 * x, [1].a = 1};
    printf("%d %d %d %d %d %d\n", local[0], local[3], local[4], local[5], local[25], local[39]);
    printf("%d %d %d\n", l[0].a, l[1].a, l[2].a);
    return (int)zeros[1 << 20];
}
