/* Property 3b: when F is off and the key is not used, no light is lit (figure 9). */
#include "harness.h"

int main(void) {
    init();
    LK = FALSE;
    ULK = FALSE;
    FOR_CYCLES(i) {
        F = nondet_in();
        L = nondet_in();
        if (L) R = FALSE;
        else R = nondet_in();
        W = nondet_in();
        f1();
        if (!F) assert(outL == FALSE && outR == FALSE);
    }
    return 0;
}
