/* The decision of a collision avoidance system which of two aircraft has to climb or to descend, in the style of TCAS. With -D BUGGY the own aircraft is compared
 * the wrong way round.
 */
#include <assert.h>

enum { UNRESOLVED, UPWARD, DOWNWARD };
enum { SEPARATION = 300, SPEED = 600, MARGIN = 600, GAIN = 100 };

int nondet_int(void);
_Bool nondet_bool(void);
void __CPROVER_assume(_Bool);

static int own_altitude, other_altitude, vertical_separation, own_rate, up_separation, down_separation, threshold;
static _Bool high_confidence, two_reports, climb_inhibited, other_has_tcas, other_has_intent;

static int biased_climb(void) { return climb_inhibited ? up_separation + GAIN : up_separation; }

static _Bool own_below(void) {
#ifdef BUGGY
    return own_altitude > other_altitude;
#else
    return own_altitude < other_altitude;
#endif
}

static _Bool own_above(void) { return other_altitude < own_altitude; }

static _Bool may_climb(void) {
    if (biased_climb() > down_separation) return !own_below() || !(down_separation >= threshold);
    return own_above() && vertical_separation >= SEPARATION && up_separation >= threshold;
}

static _Bool may_descend(void) {
    if (biased_climb() > down_separation) return own_below() && vertical_separation >= SEPARATION && down_separation >= threshold;
    return !own_above() || up_separation >= threshold;
}

static int advise(void) {
    _Bool enabled = high_confidence && own_rate <= SPEED && vertical_separation > MARGIN;
    _Bool intent_unknown = two_reports && !other_has_intent;
    if (!enabled || !((other_has_tcas && intent_unknown) || !other_has_tcas)) return UNRESOLVED;
    _Bool up = may_climb() && own_below(), down = may_descend() && own_above();
    if (up && down) return UNRESOLVED;
    return up ? UPWARD : down ? DOWNWARD : UNRESOLVED;
}

static int some_altitude(void) {
    int altitude = nondet_int();
    __CPROVER_assume(altitude >= 0 && altitude <= 100000);
    return altitude;
}

int main(void) {
    own_altitude = some_altitude();
    other_altitude = some_altitude();
    vertical_separation = some_altitude();
    own_rate = some_altitude();
    up_separation = some_altitude();
    down_separation = some_altitude();
    threshold = 400 + 100 * (nondet_int() & 3);
    high_confidence = nondet_bool();
    two_reports = nondet_bool();
    climb_inhibited = nondet_bool();
    other_has_tcas = nondet_bool();
    other_has_intent = nondet_bool();
    int advice = advise();
    assert(advice != UPWARD || own_altitude < other_altitude);
    assert(advice != DOWNWARD || own_altitude > other_altitude);
    assert(advice == UNRESOLVED || own_rate <= SPEED);
    assert(!(advice == UPWARD && up_separation + GAIN <= down_separation) || own_altitude > other_altitude);
    return 0;
}
