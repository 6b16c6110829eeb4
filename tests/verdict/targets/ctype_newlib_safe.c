// run: check --target arm
// expect: safe
// newlib's table has the classes of all characters, and of EOF before them.
extern const char _ctype_[];
extern short __VERIFIER_nondet_short(void);
#define isdigit(c) ((_ctype_ + 1)[(int)(c)] & 4)
int main(void) {
    char c = __VERIFIER_nondet_short();
    int digit = isdigit(c) != 0;
    __CPROVER_assert(digit == (c >= '0' && c <= '9'), "digits");
    return isdigit(-1);
}
