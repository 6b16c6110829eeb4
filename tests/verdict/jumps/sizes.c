// Jumps into a cycle at each of its places: an allocation is executed with one size on one way and another on the next.
// run: bmc, bmc --engine auto, bmc --engine ic3 --reductions all
// (ic3 ends at what it meets first, the violation or the place where the model is not exact: that is as the circuit is)
// expect: violated
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    int steps = 0, less = 0;
    char *p = 0;
    switch (nondet_int()) {
    case 0: goto allocate;
    case 1: goto use;
    }
shrink:
    if (steps++ > 3) return 0;
    less = nondet_int() & 1;
    if (nondet_int()) goto use;
allocate:
    if (steps++ > 3) return 0;
    p = malloc(less ? 2 : 8);
    if (!p) return 0;
    p[1] = 1;
    if (nondet_int()) goto shrink;
use:
    if (steps++ > 3) return 0;
    if (p)
        p[5] = 1; // error: [main.pointer.2]
    if (nondet_int()) goto allocate;
    goto shrink;
}
