/* The controller with sensors that say anything in any cycle: what is proved here holds for every engine. */
#include "fuel.h"

extern float __VERIFIER_nondet_float(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    fuel_init();
    for (;;) {
        real32_T throttle = __VERIFIER_nondet_float();
        real32_T speed = __VERIFIER_nondet_float();
        real32_T oxygen = __VERIFIER_nondet_float();
        real32_T pressure = __VERIFIER_nondet_float();
        bool ignition = __VERIFIER_nondet_bool();
        fuel_step(throttle, speed, oxygen, pressure, ignition);
    }
}
