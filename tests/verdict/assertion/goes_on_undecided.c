// An assertion that is violated far away, beyond what the engine sees, decides nothing of what comes behind it.
// run: check --engine kind --max-k-step 3, check --engine ic3 --timeout 1s
// expect: inconclusive
extern unsigned char __VERIFIER_nondet_uchar(void);
int a[4];
int main(void) {
    int d = 0;
    unsigned char x = __VERIFIER_nondet_uchar();
    for (unsigned i = 0; i < 4000000000u; i++) {
        d--;
        if (x != 200)
            d++;
        else
            d = 0;
    }
    __CPROVER_assert(d != 0, "violated");
    __CPROVER_assert(x != 3, "violated, too");
    a[x] = 1;
    return 0;
}
