// A signal that is ignored is no handler; it may have been ignored before, and `signal` may fail.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2
// expect: violated
// message: 1 property: 1 FAILURE
#include <assert.h>
#include <signal.h>
int main(void) {
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
#if CASE == 0
    assert(before == SIG_DFL);
#elif CASE == 1
    assert(before != SIG_ERR);
#else
    assert(before != SIG_IGN);
#endif
    return 0;
}
