// run: check --engine kind
// expect: proved
// Two functions that call each other.
unsigned nondet_uint(void);
int is_odd(unsigned n);
int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
int main(void) {
    unsigned n = nondet_uint();
    __CPROVER_assert(is_even(n) == (n % 2 == 0), "even");
    __CPROVER_assert(is_odd(n) == n % 2, "odd");
    return 0;
}
