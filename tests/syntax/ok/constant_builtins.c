// Intrinsics of constants are constant expressions.
_Static_assert(!__builtin_isinf(0.0) && __builtin_isnormal(1.0) && !__builtin_isnormal(0.0), "");
_Static_assert(__builtin_isinf_sign(0.0) == 0 && __builtin_isinf_sign(-1e308 * 10) == -1, "");
_Static_assert(!__CPROVER_overflow_plus(1, 2) && __CPROVER_overflow_plus(0x7fffffff, 1), "");

int main(void) {
    _Static_assert(__builtin_fpclassify(0, 1, 2, 3, 4, -0.0) == 4, "");
    _Static_assert(__builtin_fpclassify(0, 1, 2, 3, 4, 1.0) == 2, "");
    _Static_assert(__builtin_fpclassify(0, 1, 2, 3, 4, 1e-320) == 3, "");
    _Static_assert(__CPROVER_overflow_minus(1u, 2u) && !__CPROVER_overflow_mult(1u, 2u), "");
    _Static_assert(__CPROVER_overflow_unary_minus(1u) && !__CPROVER_overflow_unary_minus(1), "");
    _Static_assert(!__CPROVER_overflow_shl(1, 2) && __CPROVER_overflow_shl(1, 31), "");
    _Static_assert(!__CPROVER_overflow_shl(-1, 31) && __CPROVER_overflow_shl(1u, 32), "");
    _Static_assert(__builtin_add_overflow_p(127, 1, (signed char)0) && !__builtin_mul_overflow_p(10, 10, 0), "");
    return 0;
}
