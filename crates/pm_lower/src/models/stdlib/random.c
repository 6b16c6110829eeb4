// Random numbers are nondeterministic: RAND_MAX is that of glibc.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
double __VERIFIER_nondet_double(void);

int rand(void) {
    return (int)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

int rand_r(unsigned int *seed) {
    __CPROVER_precondition(__CPROVER_w_ok(seed, sizeof(unsigned int)), "rand_r seed writable");
    *seed = __VERIFIER_nondet_uint();
    return (int)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

void srand(unsigned int seed) {
}

long random(void) {
    return (long)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

void srandom(unsigned int seed) {
}

void srand48(long seed) {
}

long lrand48(void) {
    return (long)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

long mrand48(void) {
    return (long)__VERIFIER_nondet_int();
}

double drand48(void) {
    double r = __VERIFIER_nondet_double();
    return r >= 0.0 && r < 1.0 ? r : 0.0;
}
