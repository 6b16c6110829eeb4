// expect: exit 0
// stdout: 3 9 3
// stdout: 7 text
// stdout: 3 16 9
#include <stdio.h>
struct p { int x, y; };
static int sum(struct p p) { return p.x + p.y; }
static int *file_scope = (int[]){1, 2, 3};
static int first(const int *a) { return a[0]; }
int main(void) {
    struct p *q = &(struct p){.y = 4};
    q->x = 5;
    printf("%d %d %d\n", sum((struct p){1, 2}), sum(*q), file_scope[2]);
    printf("%d %s\n", first((int[]){7, 8}), (char[]){"text"});
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int *a = (int[2]){i};
        a[1] += a[0];
        total += a[1];
    }
    printf("%d %zu %d\n", total, sizeof(int[]){1, 2, 3, 4}, (int){9}++);
    return 0;
}
