// expect: proved
double nondet_double(void);
int main(void) {
    double x = nondet_double();
    if (x < 0.0 || x > 1.0)
        return 0;
    __CPROVER_assert(!(x > 1.0), "also for NaN");
    return 0;
}
