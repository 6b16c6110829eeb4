/* A valve that opens along a ramp, in floating point, with a monitor in integers.
 *
 * The position is driven towards a set point in steps of one sixteenth; the monitor counts the steps and reports "open" on its own.
 * Closing is at once, for both. A monitor that is out of step is noticed at the end of the ramp only: k-induction needs as many steps.
 */

enum { STEPS = 12 };

_Bool nondet_bool(void);
short nondet_short(void);

static float position, flow;
static int steps;
static _Bool is_open, monitor;
static int demand;

static void drive(_Bool open) {
    if (!open)
        position = 0.0f;
    else if (position < 0.75f)
        position = position + 0.0625f;
    is_open = position >= 0.75f;
}

static void watch(_Bool open) {
    if (!open)
        steps = 0;
    else if (steps < STEPS)
        steps++;
    monitor = steps == STEPS;
}

int main(void) {
    while (1) {
        int wanted = nondet_short();
        demand = (3 * demand + wanted) >> 2;
        _Bool open = demand > 100 && !nondet_bool();
        if (!(position >= 0.0f && position <= 0.75f))
            position = 0.0f, steps = 0;
        drive(open);
        watch(open);
        flow = is_open ? flow * 0.5f + position : 0.0f;
        __CPROVER_assert(is_open == monitor, "the monitor sees the open valve");
    }
}
