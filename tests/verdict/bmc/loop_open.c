// A bound that was not enough is never a success.
// run: bmc --unwind 4
// expect: inconclusive
// message: holds up to bound 4
// message: main.0
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = 0;
    while (i < n)
        i++;
    __CPROVER_assert(i == n, "counted");
    return 0;
}
