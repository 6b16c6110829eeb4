// What a mutex does that is not held, or held already, follows from its kind, also from that of its initialiser.
// run: bmc
// expect: violated
#define _GNU_SOURCE
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutex_t m;
    pthread_mutexattr_init(&kind);
    switch (__VERIFIER_nondet_int()) {
    case 1:
        pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
        pthread_mutex_init(&m, &kind);
        __CPROVER_assert(pthread_mutex_unlock(&m) == 0, "not held"); // error: [main.assertion.1]
        return 0;
    case 2: {
        pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
        __CPROVER_assert(pthread_mutex_unlock(&plain) == 0, "undefined"); // error: [main.assertion.2]
        return 0;
    }
    case 3: {
        pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
        pthread_mutex_lock(&recursive);
        __CPROVER_assert(pthread_mutex_trylock(&recursive) != 0, "recursive"); // error: [main.assertion.3]
        return 0;
    }
    case 4:
        __CPROVER_assert(pthread_mutexattr_settype(&kind, 77) == 0, "no such kind"); // error: [main.assertion.4]
        return 0;
    default:
        __CPROVER_assert(pthread_mutexattr_init(&kind) == 0, "no memory"); // error: [main.assertion.5]
        return 0;
    }
}
