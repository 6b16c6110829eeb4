// __CPROVER_overflow_shl: is a * 2^n no value of a's type? A negative distance is undefined, and no overflow.
_Bool __pm_shl_overflows(unsigned long long a, int bits, int is_signed, unsigned long long n, int n_is_signed) {
    if (a == 0 || (n_is_signed && (long long)n < 0))
        return 0;
    if (n >= (unsigned long long)bits)
        return 1;
    int left = bits - (int)n;
    if (!is_signed)
        return left < 64 && a >> left != 0;
    unsigned long long magnitude = (long long)a < 0 ? ~a : a;
    return magnitude >> (left - 1) != 0;
}
