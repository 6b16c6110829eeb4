// run: check --engine kind
// expect: proved
// No property here is unreachable: the first is reached deeper than recursion is followed without contracts, the second behind that.
unsigned nondet_uint(void);
unsigned count(unsigned n, unsigned depth) {
    if (depth == 20) __CPROVER_assert(n < 1000, "deep");
    return n == 0 ? depth : count(n - 1, depth + 1);
}
int main(void) {
    unsigned n = nondet_uint();
    if (n >= 1000) return 0;
    unsigned depth = count(n, 0);
    if (depth > 20) __CPROVER_assert(depth == n, "behind");
    return 0;
}
