// expect: proved
// message: UNREACHABLE
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x > 3);
    if (x < 2)
        __CPROVER_assert(x == 1, "never reached");
    return 0;
}
