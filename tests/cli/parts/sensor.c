#include <stdlib.h>
int __VERIFIER_nondet_int(void);
enum state { IDLE, ARMED, FIRED };
struct sensor {
    enum state state;
    unsigned id : 4, ready : 1;
    char name[8];
    short samples[4];
};
static struct sensor sensor = {IDLE, 3, 0, "left", {0}};

static void record(struct sensor *s, int index, short value) {
    s->samples[index] = value;
    if (value > 100)
        s->state = FIRED;
}

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 4 || count > 5)
        return 0;
    struct sensor *copy = malloc(sizeof *copy);
    if (!copy)
        return 0;
    *copy = sensor;
    copy->ready = 1;
    double scale = 0.5;
    for (int i = 0; i < count; i++)
        record(copy, i, (short)(i * 60 * scale));
    free(copy);
    return 0;
}
