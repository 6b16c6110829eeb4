// The traffic light of light.c with observers that were written by hand, one for each requirement of observed.req; they do not share their way to count.
_Bool __VERIFIER_nondet_bool(void);

enum { RED, GREEN, YELLOW };

static int light = RED, wait;
static _Bool walk;

// Questions that are open, one a bit, the age in cycles as the place.
static unsigned open_2, open_1, recent_4, recent_5;
static int cycle;
static _Bool was_green, was_yellow, early_2, early_1, old_walk, green_holds, yellow_holds;
static int walked;
static _Bool green_came, yellow_came, after_green;
static _Bool in_yellow, walk_seen, in_walk, green_seen, in_green;

static void observe(void) {
    __CPROVER_assert(light != GREEN || !walk, "never_ok");
    __CPROVER_assert(light != YELLOW, "never_bad");
    __CPROVER_assert(!walk || wait >= 1, "always_ok");
    __CPROVER_assert(light == RED || light == GREEN, "always_bad");

    early_2 |= light == GREEN;
    early_1 |= light == GREEN;
    __CPROVER_assert(cycle != 2 || early_2, "eventually_ok");
    __CPROVER_assert(cycle != 1 || early_1, "eventually_bad");
    if (cycle < 3)
        cycle++;

    was_green |= light == GREEN;
    was_yellow |= light == YELLOW;
    __CPROVER_assert(light != YELLOW || was_green, "precedes_ok");
    __CPROVER_assert(light != GREEN || was_yellow, "precedes_bad");

    __CPROVER_assert(!walk || light == RED, "responds_ok");
    __CPROVER_assert(light != RED || walk, "responds_bad");

    open_2 = walk ? 0 : (open_2 << 1 | (light == YELLOW)) & 7;
    open_1 = walk ? 0 : (open_1 << 1 | (light == YELLOW)) & 3;
    __CPROVER_assert(!(open_2 & 4), "within_ok");
    __CPROVER_assert(!(open_1 & 2), "within_bad");

    recent_4 = (recent_4 << 1 | (light == YELLOW)) & 15;
    recent_5 = (recent_5 << 1 | (light == YELLOW)) & 31;
    __CPROVER_assert(!recent_4 || light != GREEN, "holds_ok");
    __CPROVER_assert(!recent_5 || light != GREEN, "holds_bad");

    // How long it lasted is known when it ends.
    __CPROVER_assert(walk || !old_walk || walked >= 2, "lasts_ok");
    __CPROVER_assert(walk || !old_walk || walked >= 3, "lasts_bad");
    walked = !walk ? 0 : walked < 3 ? walked + 1 : 3;
    old_walk = walk;

    green_holds = (green_holds || light == GREEN) && light != RED;
    yellow_holds = (yellow_holds || light == YELLOW) && light != GREEN;
    __CPROVER_assert(!green_holds || !walk, "until_ok");
    __CPROVER_assert(!yellow_holds || !walk, "until_bad");

    green_came |= light == GREEN;
    yellow_came |= light == YELLOW;
    __CPROVER_assert(green_came || light != YELLOW, "before_ok");
    __CPROVER_assert(yellow_came || light != GREEN, "before_bad");

    after_green |= light == GREEN;
    __CPROVER_assert(!after_green || walk || wait == 0, "after_ok");
    __CPROVER_assert(!after_green || !walk, "after_bad");

    __CPROVER_assert(light != GREEN || !in_yellow || walk_seen, "between_ok");
    if (light == GREEN)
        in_yellow = 0;
    else if (light == YELLOW && !in_yellow)
        in_yellow = 1, walk_seen = 0;
    walk_seen |= walk;
    __CPROVER_assert(!walk || !in_walk || green_seen, "between_bad");
    if (walk)
        in_walk = 0;
    else if (light == YELLOW && !in_walk)
        in_walk = 1, green_seen = 0;
    green_seen |= light == GREEN;

    in_green = (in_green || light == GREEN) && light != RED;
    __CPROVER_assert(!in_green || !walk, "after_until_ok");
    __CPROVER_assert(!in_green || light == GREEN, "after_until_bad");
}

int main(void) {
    for (;;) {
        _Bool button = __VERIFIER_nondet_bool();
        switch (light) {
        case RED:
            if (wait < 2) {
                wait++;
                break;
            }
            light = GREEN;
            wait = 0;
            break;
        case GREEN:
            if (!button)
                break;
            light = YELLOW;
            break;
        default: light = RED;
        }
        walk = light == RED && wait >= 1;
        observe();
    }
}
