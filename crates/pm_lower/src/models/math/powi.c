// Powers of integer exponents, as gcc's support library computes them.
typedef double real;

double __pm_powi(double x, int n) {
    unsigned int m = n < 0 ? 0U - (unsigned int)n : (unsigned int)n;
    real y = m % 2 ? x : (real)1;
    while (m >>= 1) {
        x = x * x;
        if (m % 2)
            y *= x;
    }
    return n < 0 ? 1 / y : y;
}
