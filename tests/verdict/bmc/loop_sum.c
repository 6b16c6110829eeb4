// run: check --engine bmc --unwind-max 20
// expect: violated
int nondet_int(void);
int main(void) {
    int n = nondet_int(), sum = 0;
    if (n < 0 || n > 6)
        return 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    __CPROVER_assert(sum != 15, "sum"); // error: [main.assertion.1]
    return 0;
}
