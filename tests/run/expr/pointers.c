// expect: exit 16
// stdout: 3 4 4 4
// stdout: 1 1
// stdout: 2
// stdout: 3
// stdout: 4
// stdout: 2 4
// stdout: 4 20
// stdout: 1 2
// stdout: 4 8
// stdout: 4 1
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
struct node { int v; struct node *next; };
#define container_of(p, T, m) ((T *)((char *)(p)-offsetof(T, m)))
int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    int *p = a + 1, *q = &a[4];
    printf("%td %d %d %d\n", q - p, p[2], *(q - 1), (-1)[q]);
    printf("%d %d\n", p < q, p == a + 1);
    printf("%d\n", *p++);
    printf("%d\n", (*p)++);
    printf("%d\n", *p);
    char *c = (char *)a;
    printf("%d %d\n", c[4], ((int *)(c + 8))[0]);
    int(*row)[5] = &a;
    printf("%d %zu\n", (*row)[2], sizeof *row);
    struct node n2 = {2, 0}, n1 = {1, &n2};
    struct node **pp = &n1.next;
    printf("%d %d\n", container_of(pp, struct node, next)->v, n1.next->v);
    uintptr_t bits = (uintptr_t)&a[2];
    printf("%d %d\n", *(int *)bits, (int)(bits - (uintptr_t)a));
    void *v = a;
    printf("%d %d\n", *((int *)v + 3), v != NULL);
    const int *const end = a + 5;
    int s = 0;
    for (const int *i = a; i != end; ++i)
        s += *i;
    return s;
}
