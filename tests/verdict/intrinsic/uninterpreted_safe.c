// run: bmc --engine bmc
// expect: safe
int __CPROVER_uninterpreted_f(int a, char b);
_Bool __CPROVER_uninterpreted_p(unsigned long x);
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    int r = __CPROVER_uninterpreted_f(a, 1);
    if (nondet_int())
        __CPROVER_uninterpreted_f(b, 3);
    __CPROVER_assert(__CPROVER_uninterpreted_f(a, 257) == r, "converted to the type of the parameter");
    if (a == b)
        __CPROVER_assert(__CPROVER_uninterpreted_f(b, 1) == r, "equal arguments");
    _Bool p = __CPROVER_uninterpreted_p(5);
    __CPROVER_assert(__CPROVER_uninterpreted_p(5) == p && (p == 0 || p == 1), "a truth value");
    return 0;
}
