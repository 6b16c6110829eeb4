// expect: proved
int nondet_int(void);
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return 0;
    int g = gcd(a, b);
    __CPROVER_assert(a % g == 0 && b % g == 0, "divides both");
    return 0;
}
