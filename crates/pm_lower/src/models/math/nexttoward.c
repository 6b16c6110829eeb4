// nexttoward: the direction is a long double.
double nextafter(double x, double y);
float nextafterf(float x, float y);
long double nextafterl(long double x, long double y);

double nexttoward(double x, long double y) {
    if (__builtin_isnan(y))
        return (double)y;
    if ((long double)x == y)
        return (double)y;
    return nextafter(x, (long double)x < y ? __builtin_inf() : -__builtin_inf());
}

float nexttowardf(float x, long double y) {
    if (__builtin_isnan(y))
        return (float)y;
    if ((long double)x == y)
        return (float)y;
    return nextafterf(x, (long double)x < y ? __builtin_inff() : -__builtin_inff());
}

long double nexttowardl(long double x, long double y) {
    return nextafterl(x, y);
}
