// What the classification macros of old and new headers call: exact. The results are glibc's.
typedef double real;
int __VERIFIER_nondet_int(void);

// C says of these results only whether they are zero.
static int not_zero(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 || r == 0 ? n : r;
}

int __fpclassify(double x) {
    if (__builtin_isnan(x))
        return 0;
    if (__builtin_isinf(x))
        return 1;
    if (x == 0)
        return 2;
    return __builtin_isnormal(x) ? 4 : 3;
}

int __signbit(double x) {
    return __builtin_signbit(x) != 0;
}

int __isnan(double x) {
    return __builtin_isnan(x) != 0;
}

int __isinf(double x) {
    return __builtin_isinf_sign(x);
}

int __finite(double x) {
    return __builtin_isfinite(x) != 0;
}

int isnan(double x) {
    return __builtin_isnan(x) != 0;
}

int isinf(double x) {
    return __builtin_isinf_sign(x);
}

int finite(double x) {
    return __builtin_isfinite(x) != 0;
}

int __pm_value_of___signbit(int n) {
    return not_zero(n);
}

int __pm_value_of_isnan(int n) {
    return not_zero(n);
}

int __pm_value_of_isinf(int n) {
    return not_zero(n);
}
