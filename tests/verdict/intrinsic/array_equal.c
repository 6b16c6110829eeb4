// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int nondet_int();
int main(void) {
    int a[3] = {1, 2, nondet_int()}, b[3] = {1, 2, 3}, c[2] = {1, 2};
    __CPROVER_assert(!__CPROVER_array_equal(b, c), "other size");
    __CPROVER_assume(__CPROVER_array_equal(a, b));
    __CPROVER_assert(a[2] == 4, "equal"); // error: [main.assertion.2]
    return 0;
}
