/* A power-window controller, as a body control module runs it every 20 ms.
 *
 * Inputs of a cycle: buttons of driver and passenger, the child lock, raw values of the battery, motor current and hall
 * sensors, and a message from the bus. The state is integer (counters, debouncing, filtered current
 * and voltage), boolean (modes, faults) and floating point (position of the pane, temperature of the winding).
 *
 * The motor must not run for more than 46 cycles at a stretch. The protection looks at the temperature alone where
 * the battery is weak, and the winding warms up too slowly then: the requirement is violated in cycle 50 and not
 * before. Compiled with -D SAFE the protection counts in every case.
 */

typedef enum { OFF, UP, DOWN } direction;
typedef enum { IDLE, MANUAL_UP, MANUAL_DOWN, AUTO_UP, AUTO_DOWN, REVERSING, BLOCKED } mode;

typedef struct {
    _Bool driver_up, driver_down, driver_auto;
    _Bool passenger_up, passenger_down;
    _Bool child_lock;
    unsigned short battery_raw; /* 10 bits, 20 mV each */
    unsigned short current_raw; /* 10 bits, 50 mA each */
    unsigned char hall;         /* two bits, Gray code */
    unsigned char bus_counter;  /* four bits, counts up */
    _Bool bus_valid;
} inputs;

typedef struct {
    unsigned char history; /* last four samples */
    _Bool pressed;
} button;

typedef struct {
    mode now;
    button up, down;
    int auto_timer;
    int reverse_left;
} logic_state;

typedef struct {
    float position; /* percent, 0 is open */
    int current;    /* of 50 mA, filtered */
    int voltage;    /* of 20 mV, filtered */
    float heat;     /* kelvin above ambient */
    unsigned char last_hall;
    int hall_errors;
    int pulses;
} plant_state;

typedef struct {
    int run_cycles;
    int rest_cycles;
    int pinch_count;
    _Bool overheated;
    _Bool weak_battery;
    _Bool sensor_fault;
} protection_state;

typedef struct {
    unsigned char expected;
    int silence;
    _Bool lost;
    int errors;
} bus_state;

typedef struct {
    direction motor;
    _Bool lamp;
    int code;
} outputs;

enum {
    MAX_RUN = 46,
    MAX_AUTO = 90,
    REVERSE_CYCLES = 6,
    PINCH_CYCLES = 3,
    REST_CYCLES = 10,
    HALL_LIMIT = 5,
    BUS_TIMEOUT = 8,
    ERROR_LIMIT = 200,
    WEAK = 450,
    STRONG = 500,
    PINCH_CURRENT = 240
};

static const float FAST = 1.75f, SLOW = 1.0f;
static const float HOT = 60.0f, COOL = 40.0f;

_Bool nondet_bool(void);
unsigned short nondet_ushort(void);
unsigned char nondet_uchar(void);

static logic_state logic;
static plant_state plant;
static protection_state protection;
static bus_state bus;
static outputs out;

/* ---- inputs ---- */

static inputs read_inputs(void) {
    inputs in;
    in.driver_up = nondet_bool();
    in.driver_down = nondet_bool();
    in.driver_auto = nondet_bool();
    in.passenger_up = nondet_bool();
    in.passenger_down = nondet_bool();
    in.child_lock = nondet_bool();
    in.battery_raw = nondet_ushort() & 0x3ff;
    in.current_raw = nondet_ushort() & 0x3ff;
    in.hall = nondet_uchar() & 3;
    in.bus_counter = nondet_uchar() & 15;
    in.bus_valid = nondet_bool();
    return in;
}

static void debounce(button *b, _Bool raw) {
    b->history = (unsigned char)((b->history << 1 | raw) & 15);
    if ((b->history & 3) == 3)
        b->pressed = 1;
    else if ((b->history & 3) == 0)
        b->pressed = 0;
}

static void read_buttons(const inputs *in) {
    _Bool up = in->driver_up, down = in->driver_down;
    if (!in->child_lock) {
        if (!up && !down) {
            up = in->passenger_up;
            down = in->passenger_down;
        }
    }
    if (up && down) {
        up = 0;
        down = 0;
    }
    debounce(&logic.up, up);
    debounce(&logic.down, down);
}

/* ---- sensors ---- */

static int low_pass(int old, int sample) { return (3 * old + sample) >> 2; }

static void filter(const inputs *in) {
    plant.voltage = low_pass(plant.voltage, in->battery_raw);
    plant.current = low_pass(plant.current, in->current_raw);
    if (plant.voltage < WEAK)
        protection.weak_battery = 1;
    else if (plant.voltage > STRONG)
        protection.weak_battery = 0;
}

/* Gray code: one bit changes at a time. */
static void count_pulses(unsigned char hall) {
    unsigned char change = plant.last_hall ^ hall;
    if (change == 3) {
        if (plant.hall_errors < HALL_LIMIT)
            plant.hall_errors++;
    } else if (change != 0) {
        if (out.motor == UP && plant.pulses < 1000)
            plant.pulses++;
        else if (out.motor == DOWN && plant.pulses > -1000)
            plant.pulses--;
        if (plant.hall_errors > 0)
            plant.hall_errors--;
    }
    plant.last_hall = hall;
    protection.sensor_fault = plant.hall_errors >= HALL_LIMIT;
}

/* ---- bus ---- */

static void receive(const inputs *in) {
    if (in->bus_valid && in->bus_counter == bus.expected) {
        bus.expected = (bus.expected + 1) & 15;
        bus.silence = 0;
        bus.lost = 0;
        return;
    }
    if (in->bus_valid && bus.errors < ERROR_LIMIT)
        bus.errors++;
    if (bus.silence < BUS_TIMEOUT)
        bus.silence++;
    if (bus.silence == BUS_TIMEOUT)
        bus.lost = 1;
}

/* ---- protection ---- */

static void temperature(void) {
    float warming = 0.0f;
    if (out.motor != OFF)
        warming = protection.weak_battery ? 0.5f : 1.5f;
    else if (plant.heat > 0.5f)
        warming = -0.5f;
    plant.heat = plant.heat + warming;
    if (plant.heat < 0.0f)
        plant.heat = 0.0f;
    if (plant.heat > 150.0f)
        plant.heat = 150.0f;
    if (plant.heat > HOT)
        protection.overheated = 1;
    else if (plant.heat < COOL && protection.rest_cycles >= REST_CYCLES)
        protection.overheated = 0;
}

static void running_time(void) {
    if (out.motor != OFF) {
        if (protection.run_cycles < 1000)
            protection.run_cycles++;
        protection.rest_cycles = 0;
    } else {
        protection.run_cycles = 0;
        if (protection.rest_cycles < REST_CYCLES)
            protection.rest_cycles++;
    }
#ifndef SAFE
    if (protection.weak_battery)
        return;
#endif
    if (protection.run_cycles >= MAX_RUN)
        protection.overheated = 1;
}

static _Bool is_pinched(void) {
    if (out.motor == UP && plant.current > PINCH_CURRENT && plant.position > 4.0f && plant.position < 96.0f) {
        if (protection.pinch_count < PINCH_CYCLES)
            protection.pinch_count++;
    } else {
        protection.pinch_count = 0;
    }
    return protection.pinch_count >= PINCH_CYCLES;
}

/* ---- modes ---- */

static mode from_idle(const inputs *in) {
    if (protection.overheated)
        return BLOCKED;
    if (logic.up.pressed && plant.position < 100.0f) {
        logic.auto_timer = 0;
        return in->driver_auto && !bus.lost && !protection.sensor_fault ? AUTO_UP : MANUAL_UP;
    }
    if (logic.down.pressed && plant.position > 0.0f) {
        logic.auto_timer = 0;
        return in->driver_auto && !bus.lost && !protection.sensor_fault ? AUTO_DOWN : MANUAL_DOWN;
    }
    return IDLE;
}

static mode from_auto(mode now, _Bool at_end, _Bool opposite) {
    logic.auto_timer++;
    if (at_end || opposite || bus.lost || protection.sensor_fault || logic.auto_timer >= MAX_AUTO)
        return IDLE;
    return now;
}

static mode next_mode(const inputs *in, _Bool pinched) {
    if (logic.now != REVERSING && protection.overheated)
        return BLOCKED;
    switch (logic.now) {
    case IDLE:
        return from_idle(in);
    case MANUAL_UP:
        if (pinched) {
            logic.reverse_left = REVERSE_CYCLES;
            return REVERSING;
        }
        return logic.up.pressed && plant.position < 100.0f ? MANUAL_UP : IDLE;
    case MANUAL_DOWN:
        return logic.down.pressed && plant.position > 0.0f ? MANUAL_DOWN : IDLE;
    case AUTO_UP:
        if (pinched) {
            logic.reverse_left = REVERSE_CYCLES;
            return REVERSING;
        }
        return from_auto(AUTO_UP, plant.position >= 100.0f, logic.down.pressed);
    case AUTO_DOWN:
        return from_auto(AUTO_DOWN, plant.position <= 0.0f, logic.up.pressed);
    case REVERSING:
        logic.reverse_left--;
        return logic.reverse_left > 0 && plant.position > 0.0f && !protection.overheated ? REVERSING : BLOCKED;
    case BLOCKED:
        return protection.overheated || logic.up.pressed || logic.down.pressed ? BLOCKED : IDLE;
    }
    return IDLE;
}

static direction drive(mode now) {
    switch (now) {
    case MANUAL_UP:
    case AUTO_UP:
        return UP;
    case MANUAL_DOWN:
    case AUTO_DOWN:
    case REVERSING:
        return DOWN;
    case IDLE:
    case BLOCKED:
        return OFF;
    }
    return OFF;
}

/* ---- plant ---- */

static void move(void) {
    float speed = protection.weak_battery ? SLOW : FAST;
    if (out.motor == UP)
        plant.position = plant.position + speed;
    else if (out.motor == DOWN)
        plant.position = plant.position - speed;
    if (plant.position > 100.0f)
        plant.position = 100.0f;
    if (plant.position < 0.0f)
        plant.position = 0.0f;
}

static int diagnose(void) {
    int code = 0;
    if (protection.overheated)
        code += 1;
    if (protection.weak_battery)
        code += 2;
    if (protection.sensor_fault)
        code += 4;
    if (bus.lost)
        code += 8;
    return code;
}

/* ---- requirements ---- */

static void observe(void) {
    __CPROVER_assert(plant.position >= 0.0f && plant.position <= 100.0f, "the pane stays in its frame");
    __CPROVER_assert(out.motor == OFF || logic.now != BLOCKED, "a blocked window does not move");
    __CPROVER_assert(protection.run_cycles <= MAX_RUN + 1, "the motor rests after 46 cycles");
    __CPROVER_assert(plant.heat >= 0.0f && plant.heat <= 150.0f, "the temperature is plausible");
    __CPROVER_assert(logic.reverse_left >= 0 && logic.reverse_left <= REVERSE_CYCLES, "reversing ends");
    __CPROVER_assert(out.code >= 0 && out.code < 16, "the code has four bits");
    __CPROVER_assert(!out.lamp || out.code != 0, "the lamp has a reason");
    __CPROVER_assert(bus.silence <= BUS_TIMEOUT && (bus.lost || bus.silence < BUS_TIMEOUT), "silence is noticed");
}

static void cycle(void) {
    inputs in = read_inputs();
    read_buttons(&in);
    filter(&in);
    count_pulses(in.hall);
    receive(&in);
    temperature();
    running_time();
    _Bool pinched = is_pinched();
    logic.now = next_mode(&in, pinched);
    out.motor = drive(logic.now);
    move();
    out.code = diagnose();
    out.lamp = out.code != 0;
    observe();
}

int main(void) {
    plant.position = 20.0f;
    plant.voltage = 600;
    while (1)
        cycle();
}
