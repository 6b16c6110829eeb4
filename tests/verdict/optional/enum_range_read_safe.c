// run: check --enum-range-check
// expect: proved
enum e { A = 1, B = 2 };
int nondet_int(void);
int main(void) {
    enum e x;
    *(int *)&x = nondet_int();
    if (!__CPROVER_enum_is_in_range(x))
        return 0;
    return x == A || x == B ? 0 : *(int *)0;
}
