// expect: proved
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p), x;
    if (!p)
        return 0;
    *p = nondet_int();
    x = *p;
    free(p);
    return x;
}
