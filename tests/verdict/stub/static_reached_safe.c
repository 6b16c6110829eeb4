// Static objects whose address stays in the program are not written by code elsewhere.
// run: bmc, bmc --engine kind
// expect: proved
#include <string.h>
static int hidden[4], other[4], *pointer = hidden;
void f(int *);
void h(void);
static void init(int *p) {
    memset(p, 0, sizeof other);
}
int main(void) {
    int own[4];
    init(hidden);
    init(other);
    init(own);
    f(own);
    h();
    __CPROVER_assert(hidden[1] == 0 && *pointer == 0 && other[3] == 0, "unchanged");
    return 0;
}
