// run: bmc, bmc --engine bmc
// expect: violated
int main(void) {
    char b[4];
    float f = 1.0f;
    unsigned u;
    int n = __VERIFIER_nondet_int();
    __ESBMC_memset(b, 0, 4);
    __ESBMC_assert(__ESBMC_memchr(b, 1, 4) == b, "found"); // error: [main.assertion.1]
    __ESBMC_bitcast(&u, &f);
    __ESBMC_assert(u == 1, "bits"); // error: [main.assertion.2]
    __ESBMC_assert(!__ESBMC_is_little_endian(), "bytes"); // error: [main.assertion.3]
    __ESBMC_assert(__ESBMC_implies(n >= 0, n > 0), "implied"); // error: [main.assertion.4]
    __ESBMC_assert(__ESBMC_and(n != 0, n != 1), "connected"); // error: [main.assertion.5]
    return 0;
}
