// What the classification macros of old and new headers call: exact. The results are glibc's.
typedef double real;

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
