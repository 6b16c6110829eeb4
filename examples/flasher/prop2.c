/* Property 2: when the warning is switched off, the flasher of a lever that is still on resumes (figure 8). */
#include "harness.h"

static boolean oldW;         /* the warning button of the last cycle */
static boolean Won = FALSE;  /* the warning is on */
static int countR = -1;      /* cycles since R is on, modulo 6 */
static int countL = -2;      /* cycles since L is on, modulo 6; the period begins in the cycle after the first one */

static void cycle(void) {
    L = nondet_in();
    if (L) R = FALSE;
    else R = nondet_in();
    if (R) countR = next_of_period(countR);
    else countR = -1;
    if (L) countL = next_of_period(countL);
    else countL = -2;
    oldW = W;
    W = nondet_in();
    if (W && !oldW) Won = !Won;
    f1();
}

int main(void) {
    init();
    LK = FALSE;
    ULK = FALSE;
    F = TRUE;
    FOR_CYCLES(i) {
        cycle();
        if ((Won && R) || (Won && L)) {
            WHILE_CYCLES(j, Won) cycle();
            if (!Won && R) {
                if ((countR / 3) % 2 == 0) assert(outL == FALSE && outR == TRUE);
                else assert(outL == FALSE && outR == FALSE);
            }
            if (!Won && L) {
                if (countL == -1 || (countL / 3) % 2 == 0) assert(outL == TRUE && outR == FALSE);
                else assert(outL == FALSE && outR == FALSE);
            }
        }
    }
    return 0;
}
