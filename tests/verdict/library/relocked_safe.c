// run: run, bmc
// expect: safe
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
int main(void) {
    pthread_mutexattr_t a;
    pthread_mutex_t m, r, plain = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&r, &a);
    __CPROVER_assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK, "checked");
    __CPROVER_assert(pthread_mutex_trylock(&m) == EBUSY, "held");
    __CPROVER_assert(pthread_mutex_lock(&r) == 0 && pthread_mutex_lock(&r) == 0, "recursive");
    __CPROVER_assert(pthread_mutex_lock(&plain) == 0, "first");
    pthread_mutex_unlock(&plain);
    __CPROVER_assert(pthread_mutex_lock(&plain) == 0, "after unlock");
    return 0;
}
