// expect: proved
int nondet_int(void);
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
int main(void) {
    int (*table[2])(int) = {twice, square};
    int r = table[nondet_int() & 1](3);
    __CPROVER_assert(r == 6 || r == 9, "one of two");
    return 0;
}
