// What is known of an index where it is used for a small array does not hold elsewhere.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    int small[10] = {0}, large[40] = {0};
    unsigned i = nondet_uint();
    if (i >= 40)
        return 0;
    if (i < 10)
        small[i] = 1;
    int *p = large;
    p[i] = 7;
    __CPROVER_assert(large[30] != 7, "element 30"); // error: [main.assertion.1]
    return small[0] & 0;
}
