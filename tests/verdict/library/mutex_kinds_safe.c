// run: bmc, bmc --engine bmc
// expect: proved
#define _GNU_SOURCE
#include <pthread.h>
int main(void) {
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_lock(&plain);
    __CPROVER_assert(pthread_mutex_unlock(&plain) == 0, "held");
    for (int i = 0; i < 3; i++)
        __CPROVER_assert(pthread_mutex_lock(&recursive) == 0, "again");
    for (int i = 0; i < 3; i++)
        __CPROVER_assert(pthread_mutex_unlock(&recursive) == 0, "as often");
    __CPROVER_assert(pthread_mutex_unlock(&recursive) != 0, "no more");
    return 0;
}
