// expect: exit 1
// stdout: 75 121 4.50 9
// stdout: 2 1 2 65
// stdout: 3 4
#include <stdio.h>
struct small { char c; };
struct big { int a[10]; double d; };
struct pair { int x, y; };
static struct big make(int n) {
    struct big b = {.d = n * 1.5};
    for (int i = 0; i < 10; i++)
        b.a[i] = n + i;
    return b;
}
static int total(struct big b) {
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += b.a[i];
    b.a[0] = 99;
    return s;
}
static struct pair swap(struct pair p) { return (struct pair){p.y, p.x}; }
union un { int i; struct small s; };
static union un un(int i) { union un u = {.i = i}; return u; }
int main(void) {
    struct big b = make(3), c;
    c = b;
    c.a[1] = 50;
    printf("%d %d %.2f %d\n", total(b), total(c), c.d, make(7).a[2]);
    struct pair p = {1, 2};
    p = swap(p);
    printf("%d %d %d %d\n", p.x, p.y, swap(swap(p)).x, un(65).s.c);
    struct pair arr[2] = {{1, 2}, {3, 4}};
    arr[0] = arr[1];
    struct pair *q = &arr[0];
    *q = *q;
    printf("%d %d\n", arr[0].x, (q + 1)->y);
    return (p = swap(p)).x;
}
