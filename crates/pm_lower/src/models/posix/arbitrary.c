// What comes from outside: arbitrary bytes, at once where the object is small.
typedef typeof(sizeof(0)) size_t;
unsigned char __VERIFIER_nondet_uchar(void);

void __pm_arbitrary(void *dst, size_t n) {
    unsigned char *p = dst;
    if (__CPROVER_OBJECT_SIZE(dst) <= 1024)
        __pm_havoc(dst, n);
    else
        for (size_t i = 0; i < n; i++)
            p[i] = __VERIFIER_nondet_uchar();
}
