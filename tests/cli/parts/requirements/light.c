// A traffic light with a button: red for three cycles, green until somebody presses, yellow for one.
_Bool __VERIFIER_nondet_bool(void);

enum { RED, GREEN, YELLOW };

static int light = RED, wait;
static _Bool walk;

int main(void) {
    for (;;) {
        _Bool button = __VERIFIER_nondet_bool();
        switch (light) {
        case RED:
            if (wait < 2) {
                wait++;
                break;
            }
            light = GREEN;
            wait = 0;
            break;
        case GREEN:
            if (!button)
                break;
            light = YELLOW;
            break;
        default: light = RED;
        }
        walk = light == RED && wait >= 1;
    }
}
