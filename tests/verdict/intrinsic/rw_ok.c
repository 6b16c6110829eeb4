// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
const int c = 1;
int v = 1;
int main(void) {
    __CPROVER_assert(__CPROVER_r_ok(&c), "readable");
    __CPROVER_assert(__CPROVER_rw_ok(&c, sizeof(int)), "writable"); // error: [main.assertion.2]
    return 0;
}
