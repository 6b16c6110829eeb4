// Clocks and locks may refuse.
// run: bmc
// expect: violated
#include <locale.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec t = {1, 0};
    time_t now = 0;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    __CPROVER_assert(clock_gettime(CLOCK_MONOTONIC, &t) == 0, "clock_gettime"); // error: [main.assertion.1]
    t.tv_sec = 1;
    __CPROVER_assert(nanosleep(&t, 0) == 0, "nanosleep"); // error: [main.assertion.2]
    __CPROVER_assert(gmtime(&now) != 0, "gmtime"); // error: [main.assertion.3]
    __CPROVER_assert(setlocale(LC_ALL, "") != 0, "setlocale"); // error: [main.assertion.4]
    __CPROVER_assert(alarm(3) == 0, "alarm"); // error: [main.assertion.5]
    pthread_mutex_lock(&m);
    __CPROVER_assert(pthread_mutex_trylock(&m) == 0, "trylock"); // error: [main.assertion.6]
    __CPROVER_assert(sleep(2) == 0, "sleep"); // error: [main.assertion.7]
    return 0;
}
