// run: check --target x86_64, check --target arm -fsigned-char, check --target i386
// expect: safe
// Plain char is signed: on x86, and where a flag says so.
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned hist[128];
int main(void) {
    char c = __VERIFIER_nondet_uchar();
    if (c >= 0)
        hist[(int)c]++;
    return 0;
}
