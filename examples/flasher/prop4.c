/* Property 4: no light remains lit for so many cycles as are considered (figure 12). Violated: levers, warning and key can take turns.
 * Without UNWINDINGS: no light is ever lit for LIMIT cycles in a row.
 */
#include "harness.h"

#ifndef LIMIT
#define LIMIT 20
#endif

static int countL = 0; /* cycles that the left light has been lit in a row */
static int countR = 0;

static void cycle(void) {
    L = nondet_in();
    if (L) R = FALSE;
    else R = nondet_in();
    W = nondet_in();
    LK = nondet_in();
    if (LK) ULK = FALSE;
    else ULK = nondet_in();
    F = nondet_in();
    f1();
    if (outL) countL++;
    else countL = 0;
    if (outR) countR++;
    else countR = 0;
}

int main(void) {
    init();
#ifdef UNWINDINGS
    for (int i = 0; i < UNWINDINGS; i++) cycle();
    assert(countL < UNWINDINGS && countR < UNWINDINGS);
#else
    for (;;) {
        cycle();
        assert(countL < LIMIT && countR < LIMIT);
    }
#endif
    return 0;
}
