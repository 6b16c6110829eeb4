#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned x;
static void step(unsigned *p) {
    *p += 2;
}

int main(void) {
    while (__VERIFIER_nondet_int())
        step(&x);
    assert(x % 2 == 0);
    return 0;
}
