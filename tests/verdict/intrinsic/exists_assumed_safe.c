// run: bmc, bmc --engine bmc
// expect: safe
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    __CPROVER_assume(__CPROVER_exists { int k; k > 1 && k < 100000 && x == 2 * k });
    __CPROVER_assert(x > 2 && x % 2 == 0, "even and above 2");
    return 0;
}
