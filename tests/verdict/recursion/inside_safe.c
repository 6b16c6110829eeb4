// run: check --engine kind
// expect: proved
// What arguments a function can have is known from its calls, also those that it makes itself.
int nondet_int(void);
int gcd(int a, int b) {
    __CPROVER_assert(a > 0 && b > 0, "arguments are positive");
    if (a == b) return a;
    return a > b ? gcd(a - b, b) : gcd(a, b - a);
}
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a <= 0 || b <= 0) return 0;
    __CPROVER_assert(gcd(a, b) >= 1, "a divisor");
    return 0;
}
