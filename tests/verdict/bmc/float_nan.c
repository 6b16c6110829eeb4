// expect: violated
double nondet_double(void);
int main(void) {
    double x = nondet_double();
    __CPROVER_assert(x == x, "not for NaN"); // error: [main.assertion.1]
    return 0;
}
