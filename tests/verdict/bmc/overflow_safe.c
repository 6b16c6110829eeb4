// expect: proved
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a < 0 || b < a)
        return 0;
    int middle = a + (b - a) / 2;
    __CPROVER_assert(a <= middle && middle <= b, "between");
    return 0;
}
