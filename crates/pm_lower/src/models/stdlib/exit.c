// The end of the program. Lowering calls `exit` with main's result where the program uses atexit.

_Bool __VERIFIER_nondet_bool(void);

static void (*handlers[64])(void);
static int count;
static void (*quick_handlers[64])(void);
static int quick_count;

// There may be no memory for one more.
static int fails(void) {
    return __pm_malloc_may_fail() && __VERIFIER_nondet_bool();
}

int atexit(void (*handler)(void)) {
    if (count == 64 || fails())
        return 1;
    handlers[count++] = handler;
    return 0;
}

int at_quick_exit(void (*handler)(void)) {
    if (quick_count == 64 || fails())
        return 1;
    quick_handlers[quick_count++] = handler;
    return 0;
}

_Noreturn void exit(int status) {
    while (count > 0)
        handlers[--count]();
    __pm_destructors();
    __pm_stop(status);
}

_Noreturn void quick_exit(int status) {
    while (quick_count > 0)
        quick_handlers[--quick_count]();
    __pm_stop(status);
}
