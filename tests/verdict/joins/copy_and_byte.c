// One path copies four bytes, the other writes one of them, of an object that is zero.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
#include <string.h>
int nondet_int(void);
int main(void) {
    unsigned char data[8] = {0};
    int v = 0x01020304;
    if (nondet_int())
        memcpy(data, &v, 4);
    else
        data[2] = 9;
    __CPROVER_assert(data[2] != 2, "the copy"); // error: [main.assertion.1]
    return 0;
}
