// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    __CPROVER_assert(__CPROVER_exists { long long i; i > 9223372036854775806LL && i == 9223372036854775807LL }, "largest");
    __CPROVER_assert(__CPROVER_exists { long long i; i < -9223372036854775807LL && i < 0 }, "smallest");
    __CPROVER_assert(!__CPROVER_exists { int i; i > 5 && i < 7 }, "none"); // error: [main.assertion.3]
    return 0;
}
