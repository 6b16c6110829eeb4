// run: check --target arm, check --target riscv32, check --target aarch64
// expect: violated
// Plain char is unsigned on these machines: every value is at least 0.
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned hist[128];
int main(void) {
    char c = __VERIFIER_nondet_uchar();
    if (c >= 0)
        hist[(int)c]++; // error: [main.bounds.1]
    return 0;
}
