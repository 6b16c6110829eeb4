// run: check --engine bmc --uninitialised-check
// expect: safe
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
struct s { int a, b; };
struct s g;
int main(void) {
    struct s *p = malloc(sizeof *p);
    if (!p)
        return 0;
    memset(p, 0, sizeof *p);
    if (nondet_int())
        p->b = 2;
    memcpy(&g, p, sizeof g);
    free(p);
    struct s t, u;
    memcpy(&t, &g, sizeof t);
    u = t;
    return u.a && u.b;
}
