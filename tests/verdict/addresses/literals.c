// Literals may share bytes, and lie anywhere (C11 6.4.5p7).
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2
// expect: inconclusive
#include <stdint.h>
int main(void) {
    const char *a = "abc", *b = "xabc";
#if CASE == 0
    __CPROVER_assert(a != b + 1, "apart");
#elif CASE == 1
    __CPROVER_assert((uintptr_t)a != (uintptr_t)(b + 1), "apart as numbers");
#else
    __CPROVER_assert((uintptr_t)a % 2 == 0, "aligned");
#endif
    return 0;
}
