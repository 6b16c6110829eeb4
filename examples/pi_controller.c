// A fixed-point PI controller with anti-windup for a motor, run against a simple plant.
//
// Values are in 1/256 units (Q8). The controller must reach its set point and never leave its output range, whatever
// it does in between.

#include <assert.h>
#include <stdint.h>
#include <stdio.h>

#define ONE 256
#define OUTPUT_MAX (100 * ONE)

typedef struct {
    int32_t kp, ki;   // gains, Q8
    int32_t integral; // accumulated error, Q8
} controller_t;

static int32_t clamp(int32_t x, int32_t lo, int32_t hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

static int32_t control(controller_t *c, int32_t set_point, int32_t measured) {
    int32_t error = set_point - measured;
    int32_t proportional = c->kp * error / ONE;
    int32_t wanted = c->integral + c->ki * error / ONE;
    // Anti-windup: the integral alone never exceeds what the output can do.
    c->integral = clamp(wanted, 0, OUTPUT_MAX);
    return clamp(proportional + c->integral, 0, OUTPUT_MAX);
}

// A first-order plant: speed follows the output with a lag and some friction.
static int32_t plant(int32_t speed, int32_t output) {
    return speed + (output * 2 - speed) / 16;
}

int main(void) {
    controller_t c = {.kp = 2 * ONE, .ki = ONE / 4, .integral = 0};
    const int32_t set_point = 60 * ONE;
    int32_t speed = 0;
    for (int step = 0; step < 200; step++) {
        int32_t output = control(&c, set_point, speed);
        assert(output >= 0 && output <= OUTPUT_MAX);
        speed = plant(speed, output);
        if (step % 40 == 0)
            printf("step %3d: output %5.1f, speed %5.1f\n", step, (double)output / ONE, (double)speed / ONE);
    }
    int32_t off = speed - set_point;
    printf("settled at %.2f\n", (double)speed / ONE);
    assert(off > -ONE && off < ONE);
    return 0;
}
