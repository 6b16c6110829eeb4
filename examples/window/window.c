/* The controller: requests of the switches, obstacle, movement. */
#include "window.h"

window_outputs window_out;
window_state window_now;

typedef enum { REQUEST_NONE, REQUEST_UP, REQUEST_DOWN } request;

/* Both switches at once are no request; the driver's come first. */
static request pair(bool up, bool down)
{
    if (up && !down) {
        return REQUEST_UP;
    }
    return down && !up ? REQUEST_DOWN : REQUEST_NONE;
}

static request wanted(const window_inputs *in)
{
    if (in->driver_up || in->driver_down) {
        return pair(in->driver_up, in->driver_down);
    }
    return in->lock ? REQUEST_NONE : pair(in->passenger_up, in->passenger_down);
}

static bool goes_up(void)
{
    return window_now.state == WINDOW_UP || window_now.state == WINDOW_AUTO_UP;
}

static bool moves(void)
{
    return window_now.state != WINDOW_STILL && window_now.state != WINDOW_BLOCKED;
}

/* Too much current for some cycles, when the motor has started and the seal is not reached. */
static bool obstacle(const window_inputs *in)
{
    if (!goes_up() || in->position >= SAFE_ZONE) {
        window_now.overload = 0;
        return false;
    }
    if (window_now.inrush > 0) {
        window_now.inrush--;
        return false;
    }
    if (in->current < OBSTACLE_CURRENT) {
        window_now.overload = 0;
        return false;
    }
    window_now.overload++;
    return window_now.overload >= OBSTACLE_CYCLES;
}

static void enter(uint8_t state)
{
    window_now.state = state;
    window_now.moving = 0;
    window_now.overload = 0;
    window_now.inrush = INRUSH_CYCLES;
    if (state == WINDOW_REVERSE) {
        window_now.reversing = REVERSE_CYCLES;
    }
}

static void start(request what)
{
    window_now.pressed = 1;
    enter(what == REQUEST_UP ? WINDOW_UP : WINDOW_DOWN);
}

/* The switch that started the movement is held, let go early (the window goes on by itself) or late (it stops). */
static void by_hand(request what, request direction, uint8_t automatic)
{
    if (what == direction) {
        if (window_now.pressed < AUTO_CYCLES) {
            window_now.pressed++;
        }
    } else if (what == REQUEST_NONE && window_now.pressed < AUTO_CYCLES) {
        enter(automatic);
    } else {
        enter(WINDOW_STILL);
    }
}

/* A second press stops the automatic movement. */
static void by_itself(request what)
{
    if (what != REQUEST_NONE) {
        enter(WINDOW_BLOCKED);
    }
}

static void reverse(void)
{
    if (window_now.reversing == 0) {
        enter(WINDOW_BLOCKED);
    } else {
        window_now.reversing--;
    }
}

static bool at_end(const window_inputs *in)
{
    return goes_up() ? in->position >= POSITION_CLOSED : in->position == 0;
}

static void move(const window_inputs *in, request what)
{
    switch (window_now.state) {
    case WINDOW_STILL:
        if (what != REQUEST_NONE) {
            start(what);
        }
        break;
    case WINDOW_UP:
        by_hand(what, REQUEST_UP, WINDOW_AUTO_UP);
        break;
    case WINDOW_DOWN:
        by_hand(what, REQUEST_DOWN, WINDOW_AUTO_DOWN);
        break;
    case WINDOW_AUTO_UP:
    case WINDOW_AUTO_DOWN:
        by_itself(what);
        break;
    case WINDOW_REVERSE:
        reverse();
        break;
    default:
        /* The switch has to be let go before it counts again. */
        if (what == REQUEST_NONE) {
            enter(WINDOW_STILL);
        }
        break;
    }
    if (moves() && (at_end(in) || window_now.moving >= MOVE_CYCLES)) {
        enter(WINDOW_BLOCKED);
    } else if (moves()) {
        window_now.moving++;
    }
}

static uint8_t motor(void)
{
    switch (window_now.state) {
    case WINDOW_UP:
    case WINDOW_AUTO_UP:
        return MOTOR_UP;
    case WINDOW_DOWN:
    case WINDOW_AUTO_DOWN:
    case WINDOW_REVERSE:
        return MOTOR_DOWN;
    default:
        return MOTOR_OFF;
    }
}

void window_init(void)
{
    static const window_state start_state = {.state = WINDOW_STILL};
    static const window_outputs start_out = {.motor = MOTOR_OFF, .state = WINDOW_STILL};
    window_now = start_state;
    window_out = start_out;
}

void window_step(window_inputs in)
{
    window_out.obstacle = obstacle(&in);
    if (window_out.obstacle) {
        enter(in.position == 0 ? WINDOW_BLOCKED : WINDOW_REVERSE);
    } else {
        move(&in, wanted(&in));
    }
    window_out.motor = motor();
    window_out.state = window_now.state;
}
