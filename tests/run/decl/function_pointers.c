// expect: exit 0
// stdout: 6 10 6 10 8 6 2
// stdout: 10 inc
// stdout: 2
#include <stdio.h>
typedef int (*handler)(int);
static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static int apply(int f(int), int x) { return f(x); }
struct state { const char *name; handler run; const struct state *next; };
static const struct state states[];
static const struct state states[] = {{"inc", inc, &states[1]}, {"dbl", &dbl, &states[0]}};
static handler pick(int n) { return n ? dbl : inc; }
int main(void) {
    handler h[] = {inc, dbl, *inc, **dbl};
    for (int i = 0; i < 4; i++)
        printf("%d ", (h[i])(5));
    printf("%d %d %d\n", apply(dbl, 4), (*pick(1))(3), (pick(0) == inc) + (pick(1) != &inc));
    const struct state *s = states;
    int x = 1;
    for (int i = 0; i < 4; i++, s = s->next)
        x = s->run(x);
    printf("%d %s\n", x, s->name);
    void *opaque = (void *)inc;
    printf("%d\n", ((handler)opaque)(1));
    return 0;
}
