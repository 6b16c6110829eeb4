// Made by scripts/models.py from math/near.c.
// A result that lies near a value, of which nothing more is known.
float __pm_nearf(float result, float low, float high, float value) {
    return result >= low && result <= high ? result : value;
}
