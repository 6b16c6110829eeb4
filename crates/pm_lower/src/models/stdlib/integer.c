// Absolute values and divisions of integers.


typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

int abs(int x) {
    __CPROVER_precondition(x >= -(int)(~0U >> 1), "abs result representable");
    return x < 0 ? -x : x;
}

long labs(long x) {
    __CPROVER_precondition(x >= -(long)(~0UL >> 1), "labs result representable");
    return x < 0 ? -x : x;
}

long long llabs(long long x) {
    __CPROVER_precondition(x >= -(long long)(~0ULL >> 1), "llabs result representable");
    return x < 0 ? -x : x;
}

div_t div(int numer, int denom) {
    __CPROVER_precondition(denom != 0, "div denominator not zero");
    __CPROVER_precondition(numer >= -(int)(~0U >> 1) || denom != -1, "div result representable");
    div_t r;
    r.quot = numer / denom;
    r.rem = numer % denom;
    return r;
}

ldiv_t ldiv(long numer, long denom) {
    __CPROVER_precondition(denom != 0, "ldiv denominator not zero");
    __CPROVER_precondition(numer >= -(long)(~0UL >> 1) || denom != -1, "ldiv result representable");
    ldiv_t r;
    r.quot = numer / denom;
    r.rem = numer % denom;
    return r;
}

lldiv_t lldiv(long long numer, long long denom) {
    __CPROVER_precondition(denom != 0, "lldiv denominator not zero");
    __CPROVER_precondition(numer >= -(long long)(~0ULL >> 1) || denom != -1, "lldiv result representable");
    lldiv_t r;
    r.quot = numer / denom;
    r.rem = numer % denom;
    return r;
}
