/* The controller with switches and sensors that say anything in any cycle. */
#include "window.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    window_init();
    for (;;) {
        window_inputs in;
        in.driver_up = __VERIFIER_nondet_bool();
        in.driver_down = __VERIFIER_nondet_bool();
        in.passenger_up = __VERIFIER_nondet_bool();
        in.passenger_down = __VERIFIER_nondet_bool();
        in.lock = __VERIFIER_nondet_bool();
        in.position = __VERIFIER_nondet_ushort();
        in.current = __VERIFIER_nondet_ushort();
        window_step(in);
    }
}
