// What locking a mutex does that is gone is not defined.
// run: bmc
// expect: violated
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_destroy(&m);
    assert(pthread_mutex_lock(&m) == 0); // error: [main.assertion.1]
    return 0;
}
