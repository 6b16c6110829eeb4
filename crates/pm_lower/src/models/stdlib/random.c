// Random numbers are nondeterministic: RAND_MAX is that of glibc. After an equal seed the same ones come again, as far as they are kept.
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
double __VERIFIER_nondet_double(void);

// Numbers since the last seed, and the next one of them.
struct sequence {
    unsigned int seed;
    unsigned int next;
    unsigned int count;
    int numbers[16];
};

static struct sequence of_rand = {1, 0, 0, {0}}, of_random = {1, 0, 0, {0}};

static int any(void) {
    return (int)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

static int next(struct sequence *s) {
    if (!__pm_calls_again(1))
        return any();
    if (s->next < s->count)
        return s->numbers[s->next++];
    int n = any();
    if (s->count < 16) {
        s->numbers[s->count++] = n;
        s->next++;
    }
    return n;
}

static void begin(struct sequence *s, unsigned int seed) {
    if (!__pm_calls_again(1))
        return;
    if (s->seed != seed)
        s->count = 0;
    s->seed = seed;
    s->next = 0;
}

int rand(void) {
    return next(&of_rand);
}

// Steps of rand_r.
struct step {
    _Bool used;
    unsigned int from, to;
    int number;
};

static struct step steps[8];
static unsigned int last_step;

int rand_r(unsigned int *seed) {
    __CPROVER_precondition(__CPROVER_w_ok(seed, sizeof(unsigned int)), "rand_r seed writable");
    if (!__pm_calls_again(1)) {
        *seed = __VERIFIER_nondet_uint();
        return any();
    }
    for (int i = 0; i < 8; i++) {
        if (steps[i].used && steps[i].from == *seed) {
            *seed = steps[i].to;
            return steps[i].number;
        }
    }
    struct step *s = &steps[last_step++ % 8];
    s->used = 1;
    s->from = *seed;
    s->to = *seed = __VERIFIER_nondet_uint();
    return s->number = any();
}

void srand(unsigned int seed) {
    begin(&of_rand, seed);
}

long random(void) {
    return next(&of_random);
}

void srandom(unsigned int seed) {
    begin(&of_random, seed);
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
