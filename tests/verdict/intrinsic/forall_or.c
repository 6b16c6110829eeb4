// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int nondet_int();
int main(void) {
    unsigned char a[4] = {1, 2, 3, nondet_int()};
    __CPROVER_assert(__CPROVER_forall { unsigned k; !(k < 4) || a[k] > 0 }, "all"); // error: [main.assertion.1]
    __CPROVER_assert(__CPROVER_forall { int k; k < 0 || k >= 4 || a[k] >= 0 }, "negated");
    return 0;
}
