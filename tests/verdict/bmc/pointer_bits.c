// Pointers through integers: what the program undoes gives the same pointer again.
// expect: violated
#include <assert.h>
#include <stdint.h>
int nondet_int(void);
int a = 1, b = 2;
int main(void) {
    uintptr_t key = (uintptr_t)(unsigned)nondet_int();
    int *p = nondet_int() ? &a : &b;
    uintptr_t hidden = (uintptr_t)p ^ key;
    int *q = (int *)(hidden ^ key);
    int *r = (int *)((uintptr_t)p & ~(uintptr_t)3);
    assert(*q != 2); // error: [main.assertion.1]
    assert(q == p && *r == *p);
    return 0;
}
