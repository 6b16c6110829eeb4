// expect: unsupported
#include <signal.h>
static void handler(int s) { (void)s; }
int main(void) {
    signal(SIGINT, handler); // error: signal
    return 0;
}
