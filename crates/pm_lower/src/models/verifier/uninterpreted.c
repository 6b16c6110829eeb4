// Uninterpreted functions: equal arguments give equal results, and nothing else is known. The calls so far are remembered; a function
// with fewer arguments has zeros in their place.
unsigned long long __VERIFIER_nondet_ulonglong(void);

static struct application {
    unsigned int function;
    unsigned long long a, b, c, d, result;
} known[64];
static int count;

unsigned long long __pm_uninterpreted(unsigned int function, unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d) {
    for (int i = 0; i < count; i++)
        if (known[i].function == function && known[i].a == a && known[i].b == b && known[i].c == c && known[i].d == d)
            return known[i].result;
    unsigned long long result = __VERIFIER_nondet_ulonglong();
    if (count == 64)
        __pm_too_many_applications();
    else
        known[count++] = (struct application){function, a, b, c, d, result};
    return result;
}
