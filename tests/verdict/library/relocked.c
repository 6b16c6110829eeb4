// What a second lock does is the mutex's kind.
// run: bmc
// expect: violated
#define _GNU_SOURCE
#include <pthread.h>
int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    __CPROVER_assert(pthread_mutex_lock(&m) == 0, "again"); // error: [main.assertion.1]
    return 0;
}
