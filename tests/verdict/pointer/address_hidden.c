// run: check --stop-on-fail
// expect: violated
// Addresses go through arithmetic, memory, copies, results and loops before they become pointers again.
#include <string.h>
int x, y, nondet_int(void);
struct box { unsigned long hidden; int other; } boxes[3];
static unsigned long hide(void *p) { return (unsigned long)p ^ 0x5555; }
static int *show(unsigned long h) { return (int *)(h ^ 0x5555); }
int main(void)
{
    struct box b = {hide(&y), 0};
    while (nondet_int() == 7) {
        b.hidden = hide(&x);
        memcpy(&boxes[1], &b, sizeof b);
        boxes[2] = boxes[1];
    }
    if (boxes[2].hidden)
        *show(boxes[2].hidden) = 5;
    __CPROVER_assert(x != 5, "x is not written"); // error: [main.assertion.1]
    return 0;
}
