#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    for (int n = 0; n < 4; n++)
        if (__VERIFIER_nondet_int() > n && n == 2) {
            if (x == 777)
                reach_error();
            exit(3);
        }
    return 0;
}
