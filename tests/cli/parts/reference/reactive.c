#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pump {
    int on;
    unsigned level;
};
static struct pump pump;
static int *state = &pump.on;

static void rise(struct pump *p) {
    if (p->level < 3)
        p->level++;
}

int main(void) {
    int idle = 0;
    for (;;) {
        idle = __VERIFIER_nondet_int() != 0;
        if (!idle)
            rise(&pump);
        *state = pump.level > 1;
        if (pump.on)
            pump.level -= 2;
        assert(pump.level < 2);
    }
}
