// What the library has, too, by ESBMC's names.
// run: run, bmc, bmc --engine bmc
// expect: safe
int main(void) {
    char b[4], c[4];
    float f = 1.0f;
    unsigned u;
    double d = __VERIFIER_nondet_double();
    int n = __VERIFIER_nondet_int();
    __ESBMC_memset(b, 0xAB, 4);
    __ESBMC_memcpy(c, b, 4);
    __ESBMC_assert(__ESBMC_memcmp(c, b, 4) == 0, "compared");
    __ESBMC_memmove(b + 1, b, 3);
    __ESBMC_assert(__ESBMC_memchr(b, 0xAB, 4) == b, "found");
    __ESBMC_bitcast(&u, &f);
    __ESBMC_assert(u == 0x3f800000, "bits");
    char *p = __ESBMC_alloca(4);
    p[3] = 1;
    __ESBMC_assert(p[3] == 1, "allocated");
    __ESBMC_assert(__ESBMC_is_little_endian(), "bytes");
    __ESBMC_assert(__ESBMC_isnan(d) || d == d, "number");
    __ESBMC_assert(!__ESBMC_isnormalf(0.0f) && __ESBMC_isnormald(1.0), "normal");
    __ESBMC_assert(__ESBMC_abs(-3) == 3 && __ESBMC_llabs(-4) == 4 && __ESBMC_fabs(-0.5) == 0.5, "absolute");
    __ESBMC_assert(__ESBMC_implies(n > 1, n > 0), "implied");
    __ESBMC_assert(__ESBMC_or(n <= 0, __ESBMC_and(n > 0, n != 0)), "connected");
    return 0;
}
