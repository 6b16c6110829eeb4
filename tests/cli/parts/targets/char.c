extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned hist[128];
int main(void) {
    char c = __VERIFIER_nondet_uchar();
    if (c >= 0)
        hist[(int)c]++;
    return 0;
}
