// Ends that run no handlers. A program that calls abort dies of SIGABRT, which shells report as 128 + 6.

_Noreturn void abort(void) {
    __pm_stop(134);
}

_Noreturn void _Exit(int status) {
    __pm_stop(status);
}

_Noreturn void _exit(int status) {
    __pm_stop(status);
}
