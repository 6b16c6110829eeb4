// A weak comparison and exchange may fail although the values are equal.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2
// expect: violated
#include <assert.h>
#include <stdatomic.h>
int main(void) {
    atomic_int a = 1;
    int e = 1, n = 2, weak = 1;
    (void)n, (void)weak;
#if CASE == 0
    _Bool done = atomic_compare_exchange_weak(&a, &e, 2);
#elif CASE == 1
    _Bool done = __atomic_compare_exchange_n((int *)&a, &e, 2, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#else
    _Bool done = __atomic_compare_exchange((int *)&a, &e, &n, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#endif
    assert(done); // error: [main.assertion.1]
    return 0;
}
