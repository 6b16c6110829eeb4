// A designator that names a part of what one expression gave a record: gcc drops the whole value (DR 413).
// expect: exit 0
// stdout: 0 7, 5 7, 0 7
// stdout: 1 0, 5 0 9 6, 0
// stdout: 6 8 0 5, 1 7
#include <stdio.h>
struct p {
    int x, y;
};
struct q {
    struct p p, more[3];
};
static int calls;
static struct p make(void) {
    calls++;
    return (struct p){3, 4};
}
int main(void) {
    int k = 5;
    const struct p c = {5, 6};
    struct p a[2] = {[0] = (struct p){k, k}, [0].y = 7};
    struct p b[2] = {[0] = {k, k}, [0].y = 7};
    struct q d = {.p = c, .p.y = 7};
    struct q e = {.p = make(), .p.x = 1, .more = {c, c, c}, .more[1].y = 9};
    struct p f[4] = {[0 ... 3] = c, [2].x = 8};
    static struct p s[1] = {[0] = {1, 2}, [0].y = 7};
    printf("%d %d, %d %d, %d %d\n", a[0].x, a[0].y, b[0].x, b[0].y, d.p.x, d.p.y);
    printf("%d %d, %d %d %d %d, %d\n", e.p.x, e.p.y, e.more[0].x, e.more[1].x, e.more[1].y, e.more[2].y, calls);
    printf("%d %d %d %d, %d %d\n", f[1].y, f[2].x, f[2].y, f[3].x, s[0].x, s[0].y);
    return 0;
}
