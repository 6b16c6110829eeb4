// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    int most = 2147483647;
    __CPROVER_assert(__CPROVER_overflow_plus(most, 1) && !__CPROVER_overflow_plus(most, 0), "plus");
    __CPROVER_assert(__CPROVER_overflow_minus(-most, 2) && __CPROVER_overflow_mult(most, 2), "others");
    __CPROVER_assert(__CPROVER_overflow_unary_minus(-most - 1), "minus");
    __CPROVER_assert(!__CPROVER_overflow_plus((int)most, 1), "wide"); // error: [main.assertion.4]
    return 0;
}
