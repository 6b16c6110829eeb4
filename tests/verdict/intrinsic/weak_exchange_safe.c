// In a loop it succeeds in the end, one that fails says what is there, and a strong one does not fail without a reason.
// run: bmc
// expect: proved
#include <assert.h>
#include <stdatomic.h>
int main(void) {
    atomic_int a = 1;
    int e = 1;
    while (!atomic_compare_exchange_weak(&a, &e, e + 1))
        assert(e == 1);
    assert(a == 2);
    int f = 2, g = 3;
    assert(atomic_compare_exchange_strong(&a, &f, 5));
    assert(__atomic_compare_exchange_n((int *)&a, &f, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) == 0 && f == 5);
    assert(!atomic_compare_exchange_weak(&a, &g, 9) && g == 5 && a == 5);
    return 0;
}
