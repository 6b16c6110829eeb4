// Nothing undefined happens, checked or not.
// run: check --no-div-by-zero-check -DCASE=0, check --no-div-by-zero-check --engine kind -DCASE=0, check --no-undefined-shift-check --no-shl-overflow-check -DCASE=1, check --no-conversion-check -DCASE=2
// expect: proved
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
#if CASE == 0
    if (x == 0)
        return 0;
    int y = 10 / x;
    __CPROVER_assert(y <= 10, "");
#elif CASE == 1
    unsigned y = 1u << (x & 31);
    __CPROVER_assert(y != 0, "");
#elif CASE == 2
    double d = __VERIFIER_nondet_double();
    if (d > 1000 || d < 0 || d != d)
        return 0;
    int y = (int)d;
    __CPROVER_assert(y <= 1000, "");
#endif
    return 0;
}
