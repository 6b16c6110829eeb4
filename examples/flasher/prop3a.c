/* Property 3a: when F is off, the levers and the warning do nothing, and the flashes of the key are as ever (figures 10 and 11). */
#include "harness.h"

static boolean doorsLocked = TRUE;

static boolean oldLK = FALSE;    /* the lock button of the last cycle that was read */
static boolean LKon = FALSE;     /* a lock function is active */
static boolean LK_on_lkd = TRUE; /* it began with locked doors */
static int countLK = -1;         /* cycles since it began */

static boolean oldULK = FALSE;
static boolean ULKon = FALSE;
static boolean ULK_on_lkd = TRUE;
static int countULK = -1;

/* The key is read while no flash of it is active. */
static void read_key(void) {
    oldLK = LK;
    LK = nondet_in();
    oldULK = ULK;
    if (LK) ULK = FALSE;
    else ULK = nondet_in();
    if (LK && !oldLK) {
        LKon = TRUE;
        countLK = -1;
        if (!doorsLocked) {
            LK_on_lkd = FALSE;
            doorsLocked = TRUE;
        } else {
            LK_on_lkd = TRUE;
        }
    }
    if (ULK && !oldULK) {
        ULKon = TRUE;
        countULK = -1;
        if (!doorsLocked) {
            ULK_on_lkd = FALSE;
        } else {
            ULK_on_lkd = TRUE;
            doorsLocked = FALSE;
        }
    }
}

static void check_lock(void) {
    if (!LK_on_lkd && countLK >= 2) { /* 11111111110000000000 */
        if (countLK <= 11) assert(outL == TRUE && outR == TRUE);
        else assert(outL == FALSE && outR == FALSE);
    }
    if (LK_on_lkd && countLK >= 1) { /* 101010... for 60 cycles */
        if (countLK % 2 != 0) assert(outL == TRUE && outR == TRUE);
        else assert(outL == FALSE && outR == FALSE);
    }
}

static void check_unlock(void) {
    if (!ULK_on_lkd && countULK >= 1) assert(outL == FALSE && outR == FALSE);
    if (ULK_on_lkd && countULK >= 1) { /* 010101... for 20 cycles */
        if (countULK % 2 == 0) assert(outL == TRUE && outR == TRUE);
        else assert(outL == FALSE && outR == FALSE);
    }
}

int main(void) {
    init();
    FOR_CYCLES(i) {
        F = nondet_in();
        W = nondet_in();
        L = nondet_in();
        if (L) R = FALSE;
        else R = nondet_in();
        if (!LKon && !ULKon) read_key();
        if (LKon) countLK++;
        if (ULKon) countULK++;
        f1();
        if (!F) {
            if (!LKon && !ULKon) assert(outL == FALSE && outR == FALSE);
            else if (LKon) check_lock();
            else check_unlock();
        }
        if (LKon) {
            if (!LK_on_lkd && countLK == 22) LKon = FALSE;
            if (LK_on_lkd && countLK == 60) LKon = FALSE;
        }
        if (ULKon) {
            if (!ULK_on_lkd && countULK == 2) ULKon = FALSE;
            if (ULK_on_lkd && countULK == 20) ULKon = FALSE;
        }
    }
    return 0;
}
