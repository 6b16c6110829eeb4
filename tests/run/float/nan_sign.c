// The compiler folds an invalid operation to the positive NaN, the processor makes the negative one.
// expect: exit 0
static double s = 0.0 / 0.0;
static float difference = __builtin_inff() - __builtin_inff();
static double negated = -(0.0 / 0.0);
int main(void) {
    volatile double z = 0.0;
    double r = z / z;
    return __builtin_signbit(s) || __builtin_signbit(difference) || !__builtin_signbit(negated) || !__builtin_signbit(r);
}
