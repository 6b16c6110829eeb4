// Powers of two that have no place in eight bits.
// run: check --engine kind --timeout 20s, check --engine bmc
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char f(unsigned char n) {
    if (n <= 9)
        return 3;
    return f(n - 1) ^ n;
}
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x < 9 || x > 30)
        return 0;
    __CPROVER_assert(f(x) != 5 || x > 9, "a claim");
    return 0;
}
