// run: check --target arm-linux, check --target arm -fno-short-enums, check --target riscv64
// expect: safe
// An enumeration is as large as int.
enum state { IDLE, BUSY, DONE };
static enum state states[4];
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < sizeof(int) * 4)
        ((unsigned char *)states)[i] = 1;
    return 0;
}
