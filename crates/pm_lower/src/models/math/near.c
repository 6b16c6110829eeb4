// A result that lies near a value, of which nothing more is known.
double __pm_near(double result, double low, double high, double value) {
    return result >= low && result <= high ? result : value;
}
