// write: nothing is lost where the nondeterministic shortfall is 0; output to 1 and 2 is printed.
typedef typeof(sizeof(0)) size_t;
typedef typeof((char *)0 - (char *)0) ssize_t;
extern void *stdout, *stderr;
_Bool __VERIFIER_nondet_bool(void);
size_t __VERIFIER_nondet_size_t(void);
void __pm_fails(int usual);
int fputc(int c, void *stream);

ssize_t write(int descriptor, const void *src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n), "write region readable");
    if (__VERIFIER_nondet_bool()) {
        __pm_fails(5);
        return -1;
    }
    size_t lost = __VERIFIER_nondet_size_t();
    size_t count = lost > n ? 0 : n - lost;
    const unsigned char *p = src;
    if (descriptor == 1 || descriptor == 2)
        for (size_t i = 0; i < count; i++)
            fputc(p[i], descriptor == 1 ? stdout : stderr);
    return (ssize_t)count;
}
