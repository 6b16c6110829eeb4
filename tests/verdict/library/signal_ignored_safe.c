// run: bmc
// expect: proved
#include <assert.h>
#include <signal.h>
int main(void) {
    signal(SIGINT, SIG_IGN);
    void (*before)(int) = signal(SIGPIPE, SIG_DFL);
    assert(before == SIG_DFL || before == SIG_IGN || before == SIG_ERR);
    return 0;
}
