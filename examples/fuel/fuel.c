/* The controller: sensors, count of failures, fuelling mode, estimates, air flow, correction, fuel rate. */
#include "fuel.h"

#include "tables.h"

#define MIN_THROTTLE 3.0F
#define MAX_THROTTLE 90.0F
#define MIN_PRESSURE 0.05F
#define MAX_PRESSURE 0.95F
#define MAX_OXYGEN 1.2F         /* volts that only a broken sensor shows */
#define RICH_OXYGEN 0.5F        /* above: the mixture is rich */
#define TURNING_PRESSURE 0.25F  /* below: the engine turns and sucks, so that there is a speed */
#define OVERSPEED_HYSTERESIS 25.0F
#define CRANKING_SPEED 20.0F    /* below: the engine does not run by itself */
#define OVERRUN_SPEED 180.0F
#define OVERRUN_HYSTERESIS 40.0F
#define PEDAL_STEP 8.0F         /* degrees a cycle that count as accelerating */
#define ENRICH_CYCLES 3U
#define LAMP_CYCLES 5U
#define PRIME_CYCLES 6U
#define MAX_INTEGRAL 0.2F
#define STOICHIOMETRIC 14.6F    /* g of air for 1 g of fuel */
#define RICH_FACTOR 1.25F
#define WARMUP_FACTOR 1.1F
#define ENRICH_FACTOR 1.15F
#define MAX_AIR_FLOW 60.0F      /* g/s */

/* What the controller works with in this cycle. */
typedef struct {
    real32_T throttle;
    real32_T speed;
    real32_T oxygen;
    real32_T pressure;
    real32_T air_flow;
    bool ignition;
    bool running;
} fuel_signals_T;

fuel_outputs_T fuel_Y;
fuel_states_T fuel_DW;
static fuel_signals_T fuel_B;

/* ---- Chart: throttle sensor. Out of range is implausible (and so is what is not a number). */
static void throttle_chart(void)
{
    bool plausible = fuel_B.throttle >= MIN_THROTTLE && fuel_B.throttle <= MAX_THROTTLE;
    switch (fuel_DW.throttle.state) {
    case SENSOR_NORMAL:
        if (!plausible) {
            fuel_DW.throttle.state = SENSOR_SUSPECT;
            fuel_DW.throttle.count = 1;
        }
        break;
    case SENSOR_SUSPECT:
        if (plausible) {
            fuel_DW.throttle.state = SENSOR_NORMAL;
            fuel_DW.throttle.count = 0;
        } else if (fuel_DW.throttle.count >= SUSPECT_CYCLES) {
            fuel_DW.throttle.state = SENSOR_FAILED;
            fuel_DW.throttle.count = 0;
        } else {
            fuel_DW.throttle.count++;
        }
        break;
    default:
        if (!plausible) {
            fuel_DW.throttle.count = 0;
        } else if (fuel_DW.throttle.count >= RECOVERY_CYCLES) {
            fuel_DW.throttle.state = SENSOR_NORMAL;
            fuel_DW.throttle.count = 0;
        } else {
            fuel_DW.throttle.count++;
        }
        break;
    }
}

/* ---- Chart: speed sensor. No speed while the manifold is sucked empty cannot be. */
static void speed_chart(void)
{
    bool range = fuel_B.speed >= 0.0F && fuel_B.speed <= 2.0F * MAX_SPEED;
    bool stuck = fuel_B.speed == 0.0F && fuel_B.pressure < TURNING_PRESSURE && fuel_DW.pressure.state == SENSOR_NORMAL;
    switch (fuel_DW.speed.state) {
    case SENSOR_NORMAL:
        if (!range || stuck) {
            fuel_DW.speed.state = SENSOR_SUSPECT;
            fuel_DW.speed.count = 1;
        }
        break;
    case SENSOR_SUSPECT:
        if (range && !stuck) {
            fuel_DW.speed.state = SENSOR_NORMAL;
            fuel_DW.speed.count = 0;
        } else if (fuel_DW.speed.count >= SUSPECT_CYCLES) {
            fuel_DW.speed.state = SENSOR_FAILED;
            fuel_DW.speed.count = 0;
        } else {
            fuel_DW.speed.count++;
        }
        break;
    default:
        /* Only a speed above zero shows that it works again. */
        if (!range || fuel_B.speed == 0.0F) {
            fuel_DW.speed.count = 0;
        } else if (fuel_DW.speed.count >= RECOVERY_CYCLES) {
            fuel_DW.speed.state = SENSOR_NORMAL;
            fuel_DW.speed.count = 0;
        } else {
            fuel_DW.speed.count++;
        }
        break;
    }
}

/* ---- Chart: oxygen sensor. It says nothing before it is warm. */
static void oxygen_chart(void)
{
    bool warm = fuel_DW.warmup >= WARMUP_CYCLES;
    bool plausible = fuel_B.oxygen >= 0.0F && fuel_B.oxygen <= MAX_OXYGEN;
    switch (fuel_DW.oxygen.state) {
    case SENSOR_NORMAL:
        if (warm && !plausible) {
            fuel_DW.oxygen.state = SENSOR_SUSPECT;
            fuel_DW.oxygen.count = 1;
        }
        break;
    case SENSOR_SUSPECT:
        if (!warm || plausible) {
            fuel_DW.oxygen.state = SENSOR_NORMAL;
            fuel_DW.oxygen.count = 0;
        } else if (fuel_DW.oxygen.count >= SUSPECT_CYCLES) {
            fuel_DW.oxygen.state = SENSOR_FAILED;
            fuel_DW.oxygen.count = 0;
        } else {
            fuel_DW.oxygen.count++;
        }
        break;
    default:
        if (!plausible) {
            fuel_DW.oxygen.count = 0;
        } else if (fuel_DW.oxygen.count >= RECOVERY_CYCLES) {
            fuel_DW.oxygen.state = SENSOR_NORMAL;
            fuel_DW.oxygen.count = 0;
        } else {
            fuel_DW.oxygen.count++;
        }
        break;
    }
}

/* ---- Chart: pressure sensor. */
static void pressure_chart(void)
{
    bool plausible = fuel_B.pressure >= MIN_PRESSURE && fuel_B.pressure <= MAX_PRESSURE;
    switch (fuel_DW.pressure.state) {
    case SENSOR_NORMAL:
        if (!plausible) {
            fuel_DW.pressure.state = SENSOR_SUSPECT;
            fuel_DW.pressure.count = 1;
        }
        break;
    case SENSOR_SUSPECT:
        if (plausible) {
            fuel_DW.pressure.state = SENSOR_NORMAL;
            fuel_DW.pressure.count = 0;
        } else if (fuel_DW.pressure.count >= SUSPECT_CYCLES) {
            fuel_DW.pressure.state = SENSOR_FAILED;
            fuel_DW.pressure.count = 0;
        } else {
            fuel_DW.pressure.count++;
        }
        break;
    default:
        if (!plausible) {
            fuel_DW.pressure.count = 0;
        } else if (fuel_DW.pressure.count >= RECOVERY_CYCLES) {
            fuel_DW.pressure.state = SENSOR_NORMAL;
            fuel_DW.pressure.count = 0;
        } else {
            fuel_DW.pressure.count++;
        }
        break;
    }
}

/* ---- Chart: how many sensors have failed. Takes as many steps as there are sensors that changed. */
static uint8_T failed_sensors(void)
{
    uint8_T failed = 0;
    failed += fuel_DW.throttle.state == SENSOR_FAILED ? 1 : 0;
    failed += fuel_DW.speed.state == SENSOR_FAILED ? 1 : 0;
    failed += fuel_DW.oxygen.state == SENSOR_FAILED ? 1 : 0;
    failed += fuel_DW.pressure.state == SENSOR_FAILED ? 1 : 0;
    return failed;
}

static void failure_chart(void)
{
    uint8_T failed = failed_sensors();
    switch (fuel_DW.failures) {
    case FAILURES_NONE:
        if (failed > 0) {
            fuel_DW.failures = failed;
        }
        break;
    case FAILURES_ONE:
        if (failed == 0) {
            fuel_DW.failures = FAILURES_NONE;
        } else if (failed > 1) {
            fuel_DW.failures = failed;
        }
        break;
    default:
        if (failed < 2) {
            fuel_DW.failures = failed;
        } else if (failed > FAILURES_TWO && fuel_DW.failures == FAILURES_TWO) {
            fuel_DW.failures = failed;
        } else if (failed == FAILURES_TWO) {
            fuel_DW.failures = FAILURES_TWO;
        } else {
            fuel_DW.failures = failed;
        }
        break;
    }
}

/* ---- Chart: fuelling mode. */
static bool too_fast(void)
{
    return fuel_DW.speed.state == SENSOR_NORMAL && fuel_B.speed > MAX_SPEED;
}

static bool slow_again(void)
{
    return fuel_DW.speed.state == SENSOR_NORMAL && fuel_B.speed < MAX_SPEED - OVERSPEED_HYSTERESIS;
}

/* Which of the running modes is entered, by the history of the warm-up and the count of failures. */
static uint8_T running_mode(void)
{
    if (fuel_DW.failures == FAILURES_ONE) {
        return MODE_RICH;
    }
    return fuel_DW.warmup >= WARMUP_CYCLES ? MODE_NORMAL : MODE_WARMUP;
}

static void mode_chart(void)
{
    if (!fuel_B.ignition) {
        fuel_DW.mode = MODE_OFF;
        return;
    }
    switch (fuel_DW.mode) {
    case MODE_OFF:
        fuel_DW.mode = fuel_DW.failures >= FAILURES_TWO ? MODE_SHUTDOWN : running_mode();
        break;
    case MODE_WARMUP:
    case MODE_NORMAL:
    case MODE_RICH:
        if (fuel_DW.failures >= FAILURES_TWO) {
            fuel_DW.mode = MODE_SHUTDOWN;
        } else if (too_fast()) {
            fuel_DW.mode = MODE_OVERSPEED;
        } else {
            fuel_DW.mode = running_mode();
        }
        break;
    case MODE_OVERSPEED:
        if (fuel_DW.failures >= FAILURES_TWO) {
            fuel_DW.mode = MODE_SHUTDOWN;
        } else if (slow_again()) {
            fuel_DW.mode = running_mode();
        }
        break;
    default:
        if (fuel_DW.failures < FAILURES_TWO) {
            fuel_DW.mode = too_fast() ? MODE_OVERSPEED : running_mode();
        }
        break;
    }
}

/* ---- The oxygen sensor is heated as long as the engine runs. */
static void warm_up(void)
{
    if (!fuel_B.ignition) {
        fuel_DW.warmup = 0;
    } else if (fuel_B.running && fuel_DW.warmup < WARMUP_CYCLES) {
        fuel_DW.warmup++;
    }
}

/* ---- Estimates take the place of sensors that are not believed. */
static real32_T saturate(real32_T value, real32_T low, real32_T high)
{
    if (!(value >= low)) {
        return low;
    }
    return value > high ? high : value;
}

static void correct_sensors(void)
{
    if (fuel_DW.throttle.state != SENSOR_NORMAL) {
        fuel_B.throttle = throttle_estimate(fuel_B.speed, fuel_B.pressure);
    } else if (fuel_DW.speed.state != SENSOR_NORMAL) {
        fuel_B.speed = speed_estimate(fuel_B.throttle, fuel_B.pressure);
    } else if (fuel_DW.pressure.state != SENSOR_NORMAL) {
        fuel_B.pressure = pressure_estimate(fuel_B.throttle, fuel_B.speed);
    }
    fuel_B.throttle = saturate(fuel_B.throttle, MIN_THROTTLE, MAX_THROTTLE);
    fuel_B.speed = saturate(fuel_B.speed, 0.0F, 2.0F * MAX_SPEED);
    fuel_B.pressure = saturate(fuel_B.pressure, MIN_PRESSURE, MAX_PRESSURE);
}

/* ---- Air flow, from the pumping of the cylinders, smoothed. */
static void air_flow(void)
{
    real32_T pumped = pumping_constant(fuel_B.speed, fuel_B.pressure) * fuel_B.speed * fuel_B.pressure;
    fuel_DW.filtered = saturate(fuel_DW.filtered + 0.5F * (pumped - fuel_DW.filtered), 0.0F, MAX_AIR_FLOW);
    fuel_B.air_flow = fuel_DW.filtered;
}

/* ---- Correction of the mixture by the oxygen sensor: an integrator between limits. */
static bool oxygen_is_used(void)
{
    return fuel_DW.mode == MODE_NORMAL && fuel_DW.oxygen.state == SENSOR_NORMAL && !fuel_DW.overrun && fuel_DW.enrich == 0;
}

static void trim(void)
{
    fuel_Y.closed_loop = oxygen_is_used();
    if (fuel_Y.closed_loop) {
        real32_T step = ramp_rate(fuel_B.speed);
        fuel_DW.integral += fuel_B.oxygen > RICH_OXYGEN ? -step : step;
        fuel_DW.integral = saturate(fuel_DW.integral, -MAX_INTEGRAL, MAX_INTEGRAL);
    } else if (fuel_DW.mode == MODE_OFF || fuel_DW.mode == MODE_RICH) {
        fuel_DW.integral = 0.0F;
    }
}

/* ---- Fuel is cut off while the pedal is up and the engine is turned by the car. */
static void overrun_chart(void)
{
    bool pedal_up = fuel_DW.throttle.state == SENSOR_NORMAL && fuel_B.throttle < MIN_THROTTLE + 1.0F;
    if (fuel_DW.overrun) {
        if (!pedal_up || fuel_B.speed < OVERRUN_SPEED - OVERRUN_HYSTERESIS || fuel_DW.mode != MODE_NORMAL) {
            fuel_DW.overrun = false;
        }
    } else if (pedal_up && fuel_B.speed > OVERRUN_SPEED && fuel_DW.mode == MODE_NORMAL) {
        fuel_DW.overrun = true;
    }
}

/* ---- A pedal that goes down quickly enriches the mixture for some cycles. */
static void enrichment(void)
{
    bool pressed = fuel_B.throttle - fuel_DW.previous_throttle > PEDAL_STEP;
    if (pressed && fuel_DW.throttle.state == SENSOR_NORMAL && (fuel_DW.mode == MODE_NORMAL || fuel_DW.mode == MODE_WARMUP)) {
        fuel_DW.enrich = ENRICH_CYCLES;
    } else if (fuel_DW.enrich > 0) {
        fuel_DW.enrich--;
    }
    fuel_DW.previous_throttle = fuel_B.throttle;
}

/* ---- How much fuel the mode wants for the air. */
static real32_T wanted_fuel(void)
{
    real32_T base = fuel_B.air_flow / STOICHIOMETRIC;
    switch (fuel_DW.mode) {
    case MODE_WARMUP:
        base *= WARMUP_FACTOR;
        break;
    case MODE_NORMAL:
        base *= 1.0F + fuel_DW.integral;
        break;
    case MODE_RICH:
        base *= RICH_FACTOR;
        break;
    default:
        return 0.0F;
    }
    return fuel_DW.enrich > 0 ? base * ENRICH_FACTOR : base;
}

static void fuel_rate(void)
{
    if (fuel_DW.overrun || !fuel_B.running) {
        fuel_Y.fuel_rate = 0.0F;
    } else {
        fuel_Y.fuel_rate = saturate(wanted_fuel(), 0.0F, MAX_FUEL_RATE);
    }
}

/* ---- The pump runs with the engine, and for some cycles before that. */
static void pump(void)
{
    bool fuelled = fuel_DW.mode == MODE_WARMUP || fuel_DW.mode == MODE_NORMAL || fuel_DW.mode == MODE_RICH;
    if (!fuel_B.ignition) {
        fuel_DW.prime = PRIME_CYCLES;
    } else if (fuel_DW.prime > 0 && !fuel_B.running) {
        fuel_DW.prime--;
    }
    fuel_Y.pump = fuelled && (fuel_B.running || fuel_DW.prime > 0);
}

/* ---- The lamp is on while a sensor has failed and for some cycles after that. */
static void lamp(void)
{
    if (fuel_DW.failures != FAILURES_NONE) {
        fuel_DW.lamp = LAMP_CYCLES;
    } else if (fuel_DW.lamp > 0) {
        fuel_DW.lamp--;
    }
    fuel_Y.lamp = fuel_DW.lamp > 0 && fuel_B.ignition;
}

void fuel_init(void)
{
    static const fuel_states_T states = {.mode = MODE_OFF, .prime = PRIME_CYCLES, .previous_throttle = MIN_THROTTLE};
    static const fuel_outputs_T outputs = {.mode = MODE_OFF};
    fuel_DW = states;
    fuel_Y = outputs;
}

void fuel_step(real32_T throttle, real32_T speed, real32_T oxygen, real32_T pressure, bool ignition)
{
    fuel_B.throttle = throttle;
    fuel_B.speed = speed;
    fuel_B.oxygen = oxygen;
    fuel_B.pressure = pressure;
    fuel_B.ignition = ignition;

    throttle_chart();
    pressure_chart();
    speed_chart();
    oxygen_chart();
    failure_chart();
    correct_sensors();
    fuel_B.running = ignition && fuel_B.speed >= CRANKING_SPEED;
    warm_up();
    mode_chart();
    overrun_chart();
    enrichment();
    air_flow();
    trim();
    fuel_rate();
    pump();
    lamp();

    fuel_Y.mode = fuel_DW.mode;
    fuel_Y.failed = fuel_DW.failures;
}
