/* A valve that opens along a ramp, with a monitor that follows it in bits.
 *
 * The position is driven open by three units a step, and closes at once. The monitor shifts a bit for each step and reports
 * "open" on its own. One that is out of step is noticed at the end of the ramp only: k-induction needs as many steps. The
 * demand is a filtered input.
 */

enum { STEPS = 28, OPEN = 3 * STEPS };

_Bool nondet_bool(void);
short nondet_short(void);

static int position, demand;
static unsigned steps;
static _Bool is_open, monitor;

static void drive(_Bool open) {
    if (!open)
        position = 0;
    else if (position < OPEN)
        position = position + 3;
    is_open = position >= OPEN;
}

static void watch(_Bool open) {
    steps = open ? (steps << 1 | 1) & ((1u << STEPS) - 1) : 0;
    monitor = steps >> (STEPS - 1) & 1;
}

int main(void) {
    while (1) {
        int wanted = nondet_short();
        demand = (3 * demand + wanted) >> 2;
        _Bool open = demand > 100 && !nondet_bool();
        drive(open);
        watch(open);
        __CPROVER_assert(is_open == monitor, "the monitor sees the open valve");
    }
}
