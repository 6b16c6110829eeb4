// What is undefined where nobody checks it has no result that a proof could rest on.
// run: check --no-div-by-zero-check -DCASE=0, check --no-div-by-zero-check --engine kind -DCASE=0, check --no-undefined-shift-check --no-shl-overflow-check -DCASE=1, check --no-conversion-check -DCASE=2
// expect: inconclusive
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
#if CASE == 0
    int y = 10 / x;
    __CPROVER_assert(y <= 10, "");
#elif CASE == 1
    unsigned y = 1u << (x & 63);
    __CPROVER_assert(y != 0 || x != 32, "");
#elif CASE == 2
    int y = (int)__VERIFIER_nondet_double();
    __CPROVER_assert(y <= 2147483647, "");
#endif
    return 0;
}
