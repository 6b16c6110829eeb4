// One path copies four bytes, the other writes one of them, of an object that is zero.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: proved
#include <string.h>
int nondet_int(void);
int main(void) {
    unsigned char data[8] = {0};
    int v = 0x01020304;
    if (nondet_int())
        memcpy(data, &v, 4);
    else
        data[2] = 9;
    __CPROVER_assert(data[2] == 2 && data[3] == 1 || data[2] == 9 && data[3] == 0, "one or the other");
    return 0;
}
