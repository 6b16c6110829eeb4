/* A fault-tolerant fuel-rate controller for a petrol engine: its interface.
 *
 * The controller is called once a cycle (100 ms). It reads four sensors, notices when one of them fails,
 * goes on with an estimate of what that sensor would say, runs the engine rich while one is missing, and
 * shuts it down when two are. The code has the form that code generators give it: signals, persistent
 * states and outputs in structures, charts as switches over states, tables with interpolation. */
#ifndef FUEL_H
#define FUEL_H

#include <stdbool.h>
#include <stdint.h>

typedef float real32_T;
typedef uint8_t uint8_T;

/* States of a sensor's chart. */
enum { SENSOR_NORMAL, SENSOR_SUSPECT, SENSOR_FAILED };

/* States of the chart that counts failures. */
enum { FAILURES_NONE, FAILURES_ONE, FAILURES_TWO, FAILURES_THREE, FAILURES_FOUR };

/* States of the chart of the fuelling mode. */
enum { MODE_OFF, MODE_WARMUP, MODE_NORMAL, MODE_RICH, MODE_OVERSPEED, MODE_SHUTDOWN };

#define MAX_FUEL_RATE 3.0F      /* g/s */
#define MAX_SPEED 628.0F        /* rad/s: 6000 revolutions a minute */
#define WARMUP_CYCLES 8U        /* until the oxygen sensor can be believed */
#define SUSPECT_CYCLES 2U       /* how long a sensor may be implausible before it counts as failed */
#define RECOVERY_CYCLES 4U      /* how long it has to be plausible again */

typedef struct {
    real32_T fuel_rate;         /* g/s */
    uint8_T mode;               /* MODE_… */
    uint8_T failed;             /* sensors that are not believed */
    bool lamp;                  /* the malfunction lamp */
    bool closed_loop;           /* the oxygen sensor trims the mixture */
    bool pump;                  /* the fuel pump runs */
} fuel_outputs_T;

typedef struct {
    uint8_T state;              /* SENSOR_… */
    uint8_T count;              /* cycles in the present phase */
} fuel_sensor_T;

typedef struct {
    fuel_sensor_T throttle;
    fuel_sensor_T speed;
    fuel_sensor_T oxygen;
    fuel_sensor_T pressure;
    uint8_T failures;           /* FAILURES_… */
    uint8_T mode;               /* MODE_… */
    uint8_T warmup;             /* cycles that the oxygen sensor has been heated */
    uint8_T enrich;             /* cycles of enrichment that are left after the pedal went down */
    uint8_T lamp;               /* cycles that the lamp stays on */
    uint8_T prime;              /* cycles that the pump may run without the engine turning */
    bool overrun;               /* fuel is cut off because the car pushes the engine */
    real32_T integral;          /* correction of the mixture, from the oxygen sensor */
    real32_T previous_throttle; /* degrees */
    real32_T filtered;          /* air flow, smoothed; g/s */
} fuel_states_T;

extern fuel_outputs_T fuel_Y;
extern fuel_states_T fuel_DW;

void fuel_init(void);

/* One cycle. `throttle` in degrees, `speed` in rad/s, `oxygen` in volts, `pressure` in bar. */
void fuel_step(real32_T throttle, real32_T speed, real32_T oxygen, real32_T pressure, bool ignition);

#endif
