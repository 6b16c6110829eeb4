// run: check --engine kind
// expect: proved
// An argument that the function does not read, and one that it overwrites.
int nondet_int(void);
int add(int a, int b, int unused) {
    int left = b;
    b = 0;
    if (left <= 0) return a;
    return add(a + 1, left - 1, left);
}
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a < 0 || a > 1000 || b < 0 || b > 1000) return 0;
    __CPROVER_assert(add(a, b, 7) == a + b, "the sum");
    return 0;
}
