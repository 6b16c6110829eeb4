// Locks of POSIX threads and of C11. Threads themselves are refused, so that only the program itself can hold a lock.
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

enum {
    NORMAL,
    RECURSIVE,
    ERROR_CHECKING,
    ADAPTIVE,
    DESTROYED
};

// A mutex as glibc lays it out, so that what its initialisers say is seen. The first byte of attributes is the kind.
struct mutex {
    int held;
    unsigned int count; // locks of a recursive one
    int unused[sizeof(long) == 8 ? 2 : 1];
    int kind;
};

// Undefined, or open.
static int any_result(void) {
    int r = __VERIFIER_nondet_int();
    return r > 0 ? r : 0;
}

static int take(struct mutex *m) {
    m->held = 1;
    m->count++;
    return 0;
}

int pthread_mutex_init(void *mutex, const void *attributes) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, sizeof(struct mutex)), "pthread_mutex_init mutex writable");
    struct mutex *m = mutex;
    m->held = 0;
    m->count = 0;
    m->kind = attributes ? *(const unsigned char *)attributes : NORMAL;
    return 0;
}

int pthread_mutex_destroy(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, sizeof(struct mutex)), "pthread_mutex_destroy mutex writable");
    struct mutex *m = mutex;
    // One that is held stays, or it is undefined. What is done with one that is gone is undefined.
    if (!m->held)
        m->kind = DESTROYED;
    return 0;
}

// To lock a mutex again that is held succeeds or fails by its kind. Of others it is undefined, or never returns.
int pthread_mutex_lock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, sizeof(struct mutex)), "pthread_mutex_lock mutex writable");
    struct mutex *m = mutex;
    if (m->kind == DESTROYED)
        return any_result();
    if (!m->held || m->kind == RECURSIVE)
        return take(m);
    return m->kind == ERROR_CHECKING ? 35 : any_result();
}

int pthread_mutex_trylock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, sizeof(struct mutex)), "pthread_mutex_trylock mutex writable");
    struct mutex *m = mutex;
    if (m->kind == DESTROYED)
        return any_result();
    if (!m->held || m->kind == RECURSIVE)
        return take(m);
    return m->kind == NORMAL || m->kind == ERROR_CHECKING || m->kind == ADAPTIVE ? 16 : any_result();
}

// To unlock a mutex that is not held fails, or is undefined, by its kind (POSIX, pthread_mutex_lock).
int pthread_mutex_unlock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, sizeof(struct mutex)), "pthread_mutex_unlock mutex writable");
    struct mutex *m = mutex;
    if (!m->held)
        return m->kind == RECURSIVE || m->kind == ERROR_CHECKING ? 1 : any_result();
    m->count--;
    m->held = m->kind == RECURSIVE && m->count > 0;
    return 0;
}

unsigned long pthread_self(void) {
    return 1;
}

// Somebody else may hold it.
int __pm_result_of_pthread_mutex_trylock(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 && r > 0 ? r : n;
}

// There may be no memory for it.
int __pm_result_of_pthread_mutex_init(int n) {
    return any_result();
}

// Held or in use: EBUSY and others.
int __pm_result_of_pthread_mutex_destroy(int n) {
    return any_result();
}

int __pm_result_of_pthread_mutexattr_init(int n) {
    return any_result();
}

int pthread_mutexattr_init(void *attributes) {
    __CPROVER_precondition(__CPROVER_w_ok(attributes, 1), "pthread_mutexattr_init attributes writable");
    *(unsigned char *)attributes = NORMAL;
    return 0;
}

int pthread_mutexattr_destroy(void *attributes) {
    __CPROVER_precondition(__CPROVER_w_ok(attributes, 1), "pthread_mutexattr_destroy attributes writable");
    return 0;
}

int pthread_mutexattr_settype(void *attributes, int type) {
    __CPROVER_precondition(__CPROVER_w_ok(attributes, 1), "pthread_mutexattr_settype attributes writable");
    if (type < NORMAL || type > ADAPTIVE)
        return 22;
    *(unsigned char *)attributes = (unsigned char)type;
    return 0;
}

int pthread_equal(unsigned long a, unsigned long b) {
    return a == b;
}

// C11: 0 is success, 1 busy, 2 an error.
int mtx_init(void *mutex, int type) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "mtx_init mutex writable");
    return __VERIFIER_nondet_bool() ? 2 : 0;
}

void mtx_destroy(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "mtx_destroy mutex writable");
}

int mtx_lock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "mtx_lock mutex writable");
    return __VERIFIER_nondet_bool() ? 2 : 0;
}

int mtx_trylock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "mtx_trylock mutex writable");
    int r = __VERIFIER_nondet_int();
    return r == 1 || r == 2 ? r : 0;
}

// 4 is a timeout.
int mtx_timedlock(void *mutex, const void *until) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "mtx_timedlock mutex writable");
    __CPROVER_precondition(__CPROVER_r_ok(until, 1), "mtx_timedlock time readable");
    int r = __VERIFIER_nondet_int();
    return r == 2 || r == 4 ? r : 0;
}

int mtx_unlock(void *mutex) {
    __CPROVER_precondition(__CPROVER_w_ok(mutex, 1), "mtx_unlock mutex writable");
    return __VERIFIER_nondet_bool() ? 2 : 0;
}

void call_once(int *flag, void (*function)(void)) {
    __CPROVER_precondition(__CPROVER_w_ok(flag, sizeof(int)), "call_once flag writable");
    if (*flag == 0) {
        *flag = 1;
        function();
    }
}
