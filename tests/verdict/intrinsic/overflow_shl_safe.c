// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int(void);
int main(void) {
    __CPROVER_assert(!__CPROVER_overflow_shl(1, 30) && __CPROVER_overflow_shl(1, 31) && !__CPROVER_overflow_shl(1u, 31), "one");
    __CPROVER_assert(!__CPROVER_overflow_shl(-1, 31) && __CPROVER_overflow_shl(-3, 30) && __CPROVER_overflow_shl(3u, 31), "others");
    __CPROVER_assert(!__CPROVER_overflow_shl(0, 99) && __CPROVER_overflow_shl(5, 99) && !__CPROVER_overflow_shl(5, -1), "distances");
    __CPROVER_assert(!__CPROVER_overflow_shl(-1L, 63) && __CPROVER_overflow_shl(1L, 63) && !__CPROVER_overflow_shl(1ul, 63), "wide");
    int x = nondet_int();
    if (x >= -16 && x < 16)
        __CPROVER_assert(!__CPROVER_overflow_shl(x, 27), "any");
    return 0;
}
