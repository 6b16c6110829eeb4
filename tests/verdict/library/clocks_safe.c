// run: bmc
// expect: proved
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec t = {1, 0};
    time_t now = 0;
    if (clock_gettime(CLOCK_MONOTONIC, &t) == 0)
        __CPROVER_assert(t.tv_nsec >= 0 && t.tv_nsec < 1000000000, "a fraction");
    struct tm *b = gmtime(&now);
    if (b)
        __CPROVER_assert(b->tm_hour >= 0 && b->tm_hour < 24, "an hour");
    __CPROVER_assert(sleep(2) <= 2, "no more than asked for");
    return 0;
}
