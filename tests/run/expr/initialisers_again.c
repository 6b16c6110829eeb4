// A later initialiser replaces what it names as a whole; without braces, items are added to what is there.
// expect: exit 0
// stdout: replaced: 0 0 1 0 0 0 | 2 0
// stdout: added: 0 0 1 5 0 0 | 2 3
// stdout: after: 0 0 1 2 0 4 | 0 8
// stdout: local: 0 0 0 0 0 0 | 7978 1
// stdout: literal: 1 2 3 4 0 0 | 200000001 0
// stdout: 100000000, 1 2
// stdout: 7, 3 5
// stdout: 6261, 0 0
#include <stdio.h>
struct in { int x, y; };
union u { char c[8]; struct in s; long long l; };
struct out { struct in a[3]; union u u; int k; };
static struct out replaced = { .a[1].y = 5, .a = { [1] = { 1 } }, .u.l = -1, .u.s = { 2 } };
static struct out added = { .a[1].y = 5, .a[1] = 1, .u.l = -1, .u.s.x = 2, .k = 3 };
static struct out after = { .a[2].x = 9, .a[1] = { 1, 2 }, { .y = 4 }, .k = 8 };
static union u several[3] = { [0 ... 2] = { .l = -1 }, [1].s.x = 7, [2].c = "ab", [0].s = { .y = 1 } };
static struct in elided[3] = { [1].y = 5, [0].x = 1, 2, [1] = 3 };
static void show(const char *name, struct out *o) {
    printf("%s:", name);
    for (int i = 0; i < 3; i++)
        printf(" %d %d", o->a[i].x, o->a[i].y);
    printf(" | %llx %d\n", (unsigned long long)o->u.l, o->k);
}
int main(void) {
    struct out local = { .u.s.y = 1, .k = 1, .u.c[0] = 'x', .u.c[1] = 'y' };
    show("replaced", &replaced);
    show("added", &added);
    show("after", &after);
    show("local", &local);
    show("literal", &(struct out){ .a[0] = 1, 2, 3, .a[1].y = 4, .u = { .s.x = 1, .s.y = 2 } });
    for (int i = 0; i < 3; i++)
        printf("%llx, %d %d\n", (unsigned long long)several[i].l, elided[i].x, elided[i].y);
    return 0;
}
