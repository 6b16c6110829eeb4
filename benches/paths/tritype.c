/* Which kind of triangle three sides make, by counting pairs of equal sides, against what the kinds are. With -D BUGGY one of the sums is of the wrong sides. */
#include <assert.h>

enum { SCALENE = 1, ISOSCELES = 2, EQUILATERAL = 3, NONE = 4 };

int nondet_int(void);
void __CPROVER_assume(_Bool);

static int tritype(int i, int j, int k) {
    int pairs = 0;
    if (i == 0 || j == 0 || k == 0) return NONE;
    if (i == j) pairs += 1;
    if (i == k) pairs += 2;
    if (j == k) pairs += 3;
    if (pairs == 0) {
        if (i + j <= k || j + k <= i || i + k <= j) return NONE;
        return SCALENE;
    }
    if (pairs > 3) return EQUILATERAL;
    if (pairs == 1 && i + j > k) return ISOSCELES;
#ifdef BUGGY
    if (pairs == 2 && i + j > k) return ISOSCELES;
#else
    if (pairs == 2 && i + k > j) return ISOSCELES;
#endif
    if (pairs == 3 && j + k > i) return ISOSCELES;
    return NONE;
}

int main(void) {
    int i = nondet_int(), j = nondet_int(), k = nondet_int();
    __CPROVER_assume(i >= 0 && j >= 0 && k >= 0);
    __CPROVER_assume(i <= 65535 && j <= 65535 && k <= 65535);
    int kind = tritype(i, j, k);
    _Bool is_triangle = i + j > k && j + k > i && i + k > j;
    assert(is_triangle || kind == NONE);
    assert(!(is_triangle && i == j && j == k) || kind == EQUILATERAL);
    assert(!(is_triangle && i != j && j != k && i != k) || kind == SCALENE);
    assert(!(is_triangle && (i == j || j == k || i == k) && !(i == j && j == k)) || kind == ISOSCELES);
    return 0;
}
