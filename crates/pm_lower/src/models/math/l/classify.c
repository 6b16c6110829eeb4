// Made by scripts/models.py from math/classify.c.
// What the classification macros of old and new headers call: exact. The results are glibc's.
typedef long double real;
int __VERIFIER_nondet_int(void);

// C says of these results only whether they are zero.
static int not_zero(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 || r == 0 ? n : r;
}

int __fpclassifyl(long double x) {
    if (__builtin_isnan(x))
        return 0;
    if (__builtin_isinf(x))
        return 1;
    if (x == 0)
        return 2;
    return __builtin_isnormal(x) ? 4 : 3;
}

int __signbitl(long double x) {
    return __builtin_signbit(x) != 0;
}

int __isnanl(long double x) {
    return __builtin_isnan(x) != 0;
}

int __isinfl(long double x) {
    return __builtin_isinf_sign(x);
}

int __finitel(long double x) {
    return __builtin_isfinite(x) != 0;
}

int isnanl(long double x) {
    return __builtin_isnan(x) != 0;
}

int isinfl(long double x) {
    return __builtin_isinf_sign(x);
}

int finitel(long double x) {
    return __builtin_isfinite(x) != 0;
}

int __pm_value_of___signbitl(int n) {
    return not_zero(n);
}

int __pm_value_of_isnanl(int n) {
    return not_zero(n);
}

int __pm_value_of_isinfl(int n) {
    return not_zero(n);
}
