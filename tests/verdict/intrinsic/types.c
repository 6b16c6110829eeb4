// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
__CPROVER_size_t n = -1;
__CPROVER_ssize_t m = -1;
typedef __typeof__(sizeof(int)) __CPROVER_size_t;
int main(void) {
    __CPROVER_bool b = 2;
    __CPROVER_assert(n > 0 && m < 0 && b == 1, "types");
    __CPROVER_assert(sizeof(__CPROVER_size_t) == 4, "size"); // error: [main.assertion.2]
    return 0;
}
