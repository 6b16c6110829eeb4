int nondet_int(void);
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
    int n = nondet_int();
    if (n < 0 || n > 5)
        return 0;
    __CPROVER_assert(depth(n) == n, "depth");
    return 0;
}
