// Locks of POSIX threads. Threads themselves are refused, so that every lock is free when it is asked for.

int pthread_mutex_init(void *mutex, const void *attributes) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "pthread_mutex_init mutex writable");
    return 0;
}

int pthread_mutex_destroy(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "pthread_mutex_destroy mutex writable");
    return 0;
}

int pthread_mutex_lock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "pthread_mutex_lock mutex writable");
    return 0;
}

int pthread_mutex_trylock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "pthread_mutex_trylock mutex writable");
    return 0;
}

int pthread_mutex_unlock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "pthread_mutex_unlock mutex writable");
    return 0;
}

unsigned long pthread_self(void) {
    return 1;
}
