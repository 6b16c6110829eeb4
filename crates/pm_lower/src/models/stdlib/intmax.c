// <inttypes.h>: the widest integers are those of 64 bits in every data model.
typedef typeof(0x7fffffffffffffff) intmax_t;

typedef struct {
    intmax_t quot;
    intmax_t rem;
} imaxdiv_t;

intmax_t imaxabs(intmax_t x) {
    __CPROVER_precondition(x >= -0x7fffffffffffffff, "imaxabs result representable");
    return x < 0 ? -x : x;
}

imaxdiv_t imaxdiv(intmax_t numer, intmax_t denom) {
    __CPROVER_precondition(denom != 0, "imaxdiv denominator not zero");
    __CPROVER_precondition(numer >= -0x7fffffffffffffff || denom != -1, "imaxdiv result representable");
    imaxdiv_t r;
    r.quot = numer / denom;
    r.rem = numer % denom;
    return r;
}
