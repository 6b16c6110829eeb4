// Made by scripts/models.py from math/near.c.
// A result that lies near a value, of which nothing more is known.
long double __pm_nearl(long double result, long double low, long double high, long double value) {
    return result >= low && result <= high ? result : value;
}
