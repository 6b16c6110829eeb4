/* An over-pressure alarm, debounced in two ways that must agree.
 *
 * The filtered pressure is compared with a threshold that depends on the mode; twenty-eight samples above it in a row raise the alarm. One
 * channel counts, the other keeps the last twenty-eight results. That both say the same is k-inductive for k = 28 or so, and
 * no smaller k will do: two channels that differ need that long to be found out.
 */

enum { SAMPLES = 28, ALL = (1 << SAMPLES) - 1 };

typedef enum { NORMAL, SERVICE, START_UP } mode;

unsigned short nondet_ushort(void);
unsigned char nondet_uchar(void);

static mode now;
static int pressure, offset;
static int in_a_row;
static unsigned history;
static _Bool alarm_a, alarm_b;

static int threshold(void) {
    switch (now) {
    case NORMAL:
        return 700;
    case SERVICE:
        return 500;
    case START_UP:
        return 900;
    }
    return 0;
}

static void read_sensors(void) {
    int raw = nondet_ushort() & 0x3ff;
    if (now == SERVICE)
        offset = raw >> 4;
    pressure = (3 * pressure + raw - offset) >> 2;
    if (pressure < 0)
        pressure = 0;
    if (pressure > 1023)
        pressure = 1023;
}

static void count(_Bool high) {
    if (!high)
        in_a_row = 0;
    else if (in_a_row < SAMPLES)
        in_a_row++;
    alarm_a = in_a_row == SAMPLES;
}

static void remember(_Bool high) {
    history = (history << 1 | high) & ALL;
    alarm_b = history == ALL;
}

int main(void) {
    while (1) {
        unsigned char request = nondet_uchar();
        if (request == 1)
            now = SERVICE;
        else if (request == 2 && now == SERVICE)
            now = NORMAL;
        else if (request == 3)
            now = START_UP;
        read_sensors();
        _Bool high = pressure > threshold();
        count(high);
        remember(high);
        __CPROVER_assert(alarm_a == alarm_b, "both channels agree");
    }
}
