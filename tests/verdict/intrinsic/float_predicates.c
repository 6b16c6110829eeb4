// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
double nondet_double();
float nondet_float();
int main(void) {
    double d = nondet_double();
    float f = nondet_float();
    __CPROVER_assume(__CPROVER_isfinited(d) && __CPROVER_isnormalf(f));
    __CPROVER_assert(!__CPROVER_isnand(d) && !__CPROVER_isinfd(d) && f != 0, "numbers");
    __CPROVER_assert(__CPROVER_signf(-0.0f) && !__CPROVER_signd(0.0), "signs");
    __CPROVER_assert(__CPROVER_isnormald(d), "normal"); // error: [main.assertion.3]
    return 0;
}
