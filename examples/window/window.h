/* The controller of a power window: its interface.
 *
 * It is called once a cycle (10 ms) with the switches of the driver and of the passenger, the position that
 * a sensor counts, and the current of the motor. A short press moves the window to its end by itself, a long one as
 * long as it lasts; the driver comes before the passenger; an obstacle reverses the window. */
#ifndef WINDOW_H
#define WINDOW_H

#include <stdbool.h>
#include <stdint.h>

/* States of the window. */
enum { WINDOW_STILL, WINDOW_UP, WINDOW_AUTO_UP, WINDOW_DOWN, WINDOW_AUTO_DOWN, WINDOW_REVERSE, WINDOW_BLOCKED };

/* What the motor is told. */
enum { MOTOR_OFF, MOTOR_UP, MOTOR_DOWN };

#define POSITION_CLOSED 400     /* counts; 0 is open */
#define SAFE_ZONE 380           /* above, the seal of the window looks like an obstacle */
#define OBSTACLE_CURRENT 120    /* tenths of an ampere */
#define OBSTACLE_CYCLES 2       /* how long the current has to be so high */
#define INRUSH_CYCLES 5         /* how long a starting motor draws more */
#define AUTO_CYCLES 20          /* a press that is shorter starts the automatic movement */
#define REVERSE_CYCLES 50       /* how long the window goes down from an obstacle */
#define MOVE_CYCLES 600         /* a movement that takes longer is stopped */

typedef struct {
    bool driver_up;
    bool driver_down;
    bool passenger_up;
    bool passenger_down;
    bool lock;                  /* the driver's lock of the passenger's switches */
    uint16_t position;          /* counts */
    uint16_t current;           /* tenths of an ampere */
} window_inputs;

typedef struct {
    uint8_t motor;              /* MOTOR_… */
    uint8_t state;              /* WINDOW_… */
    bool obstacle;              /* an obstacle was found in this cycle */
} window_outputs;

typedef struct {
    uint8_t state;              /* WINDOW_… */
    uint8_t pressed;            /* cycles of the press that goes on, up to AUTO_CYCLES */
    uint8_t inrush;             /* cycles until the current is believed */
    uint8_t overload;           /* cycles of too much current */
    uint16_t moving;            /* cycles of the movement that goes on */
    uint8_t reversing;          /* cycles of reversal that are left */
} window_state;

extern window_outputs window_out;
extern window_state window_now;

void window_init(void);
void window_step(window_inputs in);

#endif
