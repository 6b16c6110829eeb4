// expect: violated
int nondet_int(void);
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return 0;
    __CPROVER_assert(gcd(a, b) != 3, "3 and 6"); // error: [main.assertion.1]
    return 0;
}
