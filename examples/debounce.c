// A push button with debouncing and a state machine for short and long presses, driven by a recorded signal.

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define STABLE 3 // equal samples until the button counts as changed
#define LONG 8   // samples until a press is a long one

typedef enum { EVENT_NONE, EVENT_SHORT, EVENT_LONG } event_t;
typedef enum { RELEASED, PRESSED, HELD } state_t;

typedef struct {
    uint8_t count : 4;
    bool level : 1;
    state_t state;
    unsigned since;
} button_t;

static bool debounce(button_t *b, bool sample) {
    if (sample == b->level) {
        b->count = 0;
    } else if (++b->count == STABLE) {
        b->level = sample;
        b->count = 0;
    }
    return b->level;
}

static event_t step(button_t *b, bool sample) {
    bool down = debounce(b, sample);
    switch (b->state) {
    case RELEASED:
        if (down) {
            b->state = PRESSED;
            b->since = 0;
        }
        return EVENT_NONE;
    case PRESSED:
        if (!down) {
            b->state = RELEASED;
            return EVENT_SHORT;
        }
        if (++b->since == LONG) {
            b->state = HELD;
            return EVENT_LONG;
        }
        return EVENT_NONE;
    case HELD:
        if (!down)
            b->state = RELEASED;
        return EVENT_NONE;
    }
    __builtin_unreachable();
}

int main(void) {
    // A bouncing short press, then a long one.
    static const char signal[] = "00101101111110100000000001111111111111111100000";
    static const char *const names[] = {[EVENT_SHORT] = "short", [EVENT_LONG] = "long"};
    button_t button = {0};
    int seen[3] = {0};
    for (const char *s = signal; *s; s++) {
        event_t e = step(&button, *s == '1');
        seen[e]++;
        if (e != EVENT_NONE)
            printf("%s press at sample %d\n", names[e], (int)(s - signal));
    }
    assert(seen[EVENT_SHORT] == 1 && seen[EVENT_LONG] == 1);
    assert(button.state == RELEASED);
    return 0;
}
