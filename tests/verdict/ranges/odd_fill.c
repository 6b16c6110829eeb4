// run: bmc --engine bmc, bmc --engine auto
// expect: violated
// A fill that may end inside of a word.
#include <string.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);
unsigned char big[3000];

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2999)
        return 0;
    *(unsigned short *)(big + 100) = 0x1234;
    memset(big, 0, 2 * (unsigned)(n / 2) + 1);
    if (n >= 100 && big[100])
        reach_error();
    if (n < 98 && big[100] != 0x34)
        reach_error();
    if (n == 100 && big[101] == 0x12)
        reach_error(); // error: [main.error.3]
    return 0;
}
