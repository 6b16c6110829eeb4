// run: check --target arm
// expect: violated
// newlib's <ctype.h> looks into a table; a negative index lies before it.
extern const char _ctype_[];
extern short __VERIFIER_nondet_short(void);
#define isdigit(c) ((_ctype_ + 1)[(int)(c)] & 4)
int main(void) {
    signed char c = __VERIFIER_nondet_short();
    return isdigit(c) != 0; // error: [main.pointer.1]
}
