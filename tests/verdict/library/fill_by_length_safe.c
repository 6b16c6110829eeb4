// run: bmc --engine bmc, bmc --engine kind
// expect: proved
// A fill of an object whose size is an input, as long as the path says that it can be.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);

struct packet {
    int length;
    char data[];
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    struct packet *p = malloc(sizeof *p + n);
    if (!p)
        return 0;
    p->length = n;
    memset(p->data, 'x', n);
    p->data[n - 1] = 0;
    if (strlen(p->data) > 3)
        reach_error();
    free(p);
    return 0;
}
