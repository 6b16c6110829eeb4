// A violation that rests on what a library function without a model does is none.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=1 --engine bmc
// expect: inconclusive
// message: which has no model
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <wctype.h>
static int x;
static void set(void) {
    x = 1;
}
int main(void) {
#if CASE == 0
    assert(towupper(L'a') == L'A');
#elif CASE == 1
    wchar_t wide[3];
    assert(mbstowcs(wide, "ab", 3) == 2);
#else
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set);
    assert(x == 1);
#endif
    return 0;
}
