// run: bmc
// expect: proved
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_destroy(&m);
    if (pthread_mutex_init(&m, 0))
        return 0;
    assert(pthread_mutex_lock(&m) == 0);
    return 0;
}
