// expect: violated
int nondet_int(void);
int main(void) {
    int x = 1, y = 2, *p = nondet_int() ? &x : &y;
    *p = 5;
    __CPROVER_assert(x == 5, "p may be y"); // error: [main.assertion.1]
    return 0;
}
