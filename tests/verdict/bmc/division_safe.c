// expect: proved
short nondet_short(void);
int main(void) {
    int a = nondet_short(), b = nondet_short();
    if (b <= 0)
        return 0;
    __CPROVER_assert(a % b < b, "remainder");
    return a / b;
}
