// `signal` where nothing is handled: the signal is ignored, or has its usual effect. Handlers are refused.
int __VERIFIER_nondet_int(void);
void __pm_fails(int usual);
void __pm_may_set_errno(void);

typedef void (*handler)(int);

handler signal(int number, handler action) {
    __pm_may_set_errno();
    return (handler)0;
}

// It fails, or the signal was ignored (1) or had its usual effect (0) before.
handler __pm_result_of_signal(handler result, int number, handler action) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 1)
        return (handler)1;
    if (choice != 2)
        return result;
    __pm_fails(22);
    return (handler)-1;
}
