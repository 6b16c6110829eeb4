// Equal arguments give equal results; nothing else is known.
// run: bmc --engine bmc
// expect: violated
int __CPROVER_uninterpreted_f(int a, char b);
unsigned long __CPROVER_uninterpreted_g(unsigned long x);
int nondet_int(void);
int main(void) {
    int a = nondet_int();
    int r = __CPROVER_uninterpreted_f(a, 1);
    __CPROVER_assert(__CPROVER_uninterpreted_f(a, 2) == r, "another argument"); // error: [main.assertion.1]
    __CPROVER_assert(__CPROVER_uninterpreted_f(nondet_int(), 1) == r, "perhaps another one"); // error: [main.assertion.2]
    __CPROVER_assert(__CPROVER_uninterpreted_g(7) < (1ul << 40), "any value"); // error: [main.assertion.3]
    return 0;
}
