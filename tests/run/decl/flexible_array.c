// expect: exit 0
// stdout: 14 4 4 3
#include <stdio.h>
#include <stdlib.h>
struct flex { int n; short data[]; };
struct zero { int n; short data[0]; };
static struct flex init = {3, {1, 2, 3}};
int main(void) {
    struct flex *p = malloc(sizeof *p + 4 * sizeof p->data[0]);
    p->n = 4;
    for (int i = 0; i < p->n; i++)
        p->data[i] = (short)(i * i);
    int s = 0;
    for (int i = 0; i < p->n; i++)
        s += p->data[i];
    printf("%d %zu %zu %d\n", s, sizeof(struct flex), sizeof(struct zero), init.data[2]);
    free(p);
    return 0;
}
