// Made by scripts/models.py from math/classify.c.
// What the classification macros of old and new headers call: exact. The results are glibc's.
typedef float real;
int __VERIFIER_nondet_int(void);

// C says of these results only whether they are zero.
static int not_zero(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 || r == 0 ? n : r;
}

int __fpclassifyf(float x) {
    if (__builtin_isnan(x))
        return 0;
    if (__builtin_isinf(x))
        return 1;
    if (x == 0)
        return 2;
    return __builtin_isnormal(x) ? 4 : 3;
}

int __signbitf(float x) {
    return __builtin_signbit(x) != 0;
}

int __isnanf(float x) {
    return __builtin_isnan(x) != 0;
}

int __isinff(float x) {
    return __builtin_isinf_sign(x);
}

int __finitef(float x) {
    return __builtin_isfinite(x) != 0;
}

int isnanf(float x) {
    return __builtin_isnan(x) != 0;
}

int isinff(float x) {
    return __builtin_isinf_sign(x);
}

int finitef(float x) {
    return __builtin_isfinite(x) != 0;
}

int __pm_value_of___signbitf(int n) {
    return not_zero(n);
}

int __pm_value_of_isnanf(int n) {
    return not_zero(n);
}

int __pm_value_of_isinff(int n) {
    return not_zero(n);
}
