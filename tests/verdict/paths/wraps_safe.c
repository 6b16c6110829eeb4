// A sum that wraps around is excluded by the ranges of its parts.
// run: check --engine paths, check --engine paths --strategy dpvs, check --engine paths --strategy cpbpv
// expect: proved
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = nondet_uint();
    if (x > 5 && y > x && y < 1000 && x < 1000) __CPROVER_assert(x + y > x, "larger");
}
