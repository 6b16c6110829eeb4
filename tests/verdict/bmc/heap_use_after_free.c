// expect: violated
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = nondet_int();
    if (*p == 42)
        free(p);
    return *p; // error: [main.pointer.2]
}
