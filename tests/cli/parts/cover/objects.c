/* A step function as embedded code has it: a state and outputs by pointers, inputs by a structure. */
#include <stdbool.h>
typedef enum { OFF, ON } mode;
typedef struct {
    short level[2];
    float rate;
    mode wanted;
    unsigned valid : 1, kind : 3;
    void *unused;
} inputs;
typedef struct { mode now; int count; union { int number; bool flag; } last; } state;
typedef struct { int total; bool alarm; } outputs;
struct limits { long long low, high; char name[3]; };

void init(state *s) {
    s->now = OFF;
    s->count = 3;
}

struct limits step(state *s, const inputs *in, outputs *out, struct limits limits) {
    if (in->valid && in->kind == 5 && in->level[1] > limits.low && in->level[1] < limits.high)
        s->count += in->level[0] > 100 ? 2 : 1;
    if (s->count > 6 && in->rate < 0.5f && in->rate > 0.25f)
        s->now = in->wanted;
    out->alarm = s->now == ON && limits.name[1] == 'x';
    out->total = s->count % 100;
    if (out->alarm && out->total == 7)
        s->last.number = s->count;
    return limits;
}
