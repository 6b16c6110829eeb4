// The end of the program. Lowering calls `exit` with main's result where the program uses atexit.

_Bool __VERIFIER_nondet_bool(void);

static void (*handlers[64])(void);
static int count;
static void (*quick_handlers[64])(void);
static int quick_count;

// More of them: whether there can be any is open (C11 7.22.4.3p3 promises 32).
struct node {
    void (*handler)(void);
    struct node *next;
};

static struct node *more, *more_quick;

static int add(struct node **list, void (*handler)(void)) {
    if (__VERIFIER_nondet_bool())
        return 1;
    struct node *node = __pm_alloc_static(sizeof(struct node));
    node->handler = handler;
    node->next = *list;
    *list = node;
    return 0;
}

static void call_all(struct node **list) {
    while (*list != 0) {
        struct node *node = *list;
        *list = node->next;
        node->handler();
    }
}

// There may be no memory for one more.
static int fails(void) {
    return __pm_malloc_may_fail() && __VERIFIER_nondet_bool();
}

int atexit(void (*handler)(void)) {
    if (fails())
        return 1;
    if (count == 64)
        return add(&more, handler);
    handlers[count++] = handler;
    return 0;
}

int at_quick_exit(void (*handler)(void)) {
    if (fails())
        return 1;
    if (quick_count == 64)
        return add(&more_quick, handler);
    quick_handlers[quick_count++] = handler;
    return 0;
}

_Noreturn void exit(int status) {
    call_all(&more);
    while (count > 0) {
        handlers[--count]();
        call_all(&more);
    }
    __pm_destructors();
    __pm_stop(status);
}

_Noreturn void quick_exit(int status) {
    call_all(&more_quick);
    while (quick_count > 0) {
        quick_handlers[--quick_count]();
        call_all(&more_quick);
    }
    __pm_stop(status);
}
