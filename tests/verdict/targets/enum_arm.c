// run: check --target arm
// expect: violated
// Bare-metal ARM: an enumeration is as small as its values allow, so four of them fill a word only.
enum state { IDLE, BUSY, DONE };
static enum state states[4];
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < sizeof(int) * 4)
        ((unsigned char *)states)[i] = 1; // error: [main.pointer.1]
    return 0;
}
