// run: bmc --engine bmc, bmc --engine auto
// expect: violated
// Where a copy of a symbolic length meets words: what was copied is known of the bytes that become cells again.
#include <string.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 3;
    int b = __VERIFIER_nondet_int() & 3;
    if (a > 2)
        return 0;
    unsigned char bytes[1200];
    memset(bytes, 0, sizeof bytes);
    bytes[3] = 7;
    if (a & 1)
        *(unsigned *)(bytes + (a * 440 + 92)) = b;
    else
        memmove(bytes, bytes + (b + 1), a + 4);
    if (bytes[0] == 7 && b == 2)
        reach_error(); // error: [main.error.1]
    return 0;
}
