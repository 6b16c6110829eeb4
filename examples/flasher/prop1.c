/* Property 1: the warning function has priority over the other flashing functions (figure 7). Violated: the flashes of the key come first. */
#include "harness.h"

int main(void) {
    boolean oldW;         /* the warning button of the last cycle */
    boolean Won = FALSE;  /* the warning is on */
    int count = 0;        /* cycles since then, modulo 6 */
    init();
    f1();
    F = TRUE;
    FOR_CYCLES(i) {
        L = nondet_in();
        if (L) R = FALSE;
        else R = nondet_in();
        LK = nondet_in();
        if (LK) ULK = FALSE;
        else ULK = nondet_in();
        oldW = W;
        W = nondet_in();
        if (W && !oldW) {
            count = 0;
            Won = !Won;
        }
        f1();
        if (Won) {
            if ((count / 3) % 2 == 0) assert(outL == TRUE && outR == TRUE);
            else assert(outL == FALSE && outR == FALSE);
            count = next_of_period(count);
        }
    }
    return 0;
}
