// <ctype.h>. An argument must be EOF or fit unsigned char; glibc also takes negative chars. Beyond ASCII other locales than that of C may say anything.
int __VERIFIER_nondet_int(void);
extern _Bool __pm_other_locale;

static int is_open(int c) {
    return __pm_other_locale && c != -1 && (c & ~0x7f) != 0;
}

static int said(int c, int by_c) {
    return is_open(c) ? __VERIFIER_nondet_int() : by_c;
}

// C says of these results only whether they are zero.
static int not_zero(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 || r == 0 ? n : r;
}

int isalnum(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isalnum argument is a character or EOF");
    return said(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int isalpha(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isalpha argument is a character or EOF");
    return said(c, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int isblank(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isblank argument is a character or EOF");
    return said(c, c == ' ' || c == '\t');
}

int iscntrl(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "iscntrl argument is a character or EOF");
    return said(c, (c >= 0 && c < ' ') || c == 127);
}

int isdigit(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isdigit argument is a character or EOF");
    return c >= '0' && c <= '9';
}

int isgraph(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isgraph argument is a character or EOF");
    return said(c, c > ' ' && c < 127);
}

int islower(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "islower argument is a character or EOF");
    return said(c, c >= 'a' && c <= 'z');
}

int isprint(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isprint argument is a character or EOF");
    return said(c, c >= ' ' && c < 127);
}

int ispunct(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "ispunct argument is a character or EOF");
    return said(c, c > ' ' && c < 127 && !isalnum(c));
}

int isspace(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isspace argument is a character or EOF");
    return said(c, c == ' ' || (c >= '\t' && c <= '\r'));
}

int isupper(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isupper argument is a character or EOF");
    return said(c, c >= 'A' && c <= 'Z');
}

int isxdigit(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "isxdigit argument is a character or EOF");
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

int isascii(int c) {
    return (c & ~0x7f) == 0;
}

int toascii(int c) {
    return c & 0x7f;
}

int tolower(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "tolower argument is a character or EOF");
    if (is_open(c))
        return (unsigned char)__VERIFIER_nondet_int();
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int toupper(int c) {
    __CPROVER_precondition(c >= -128 && c <= 255, "toupper argument is a character or EOF");
    if (is_open(c))
        return (unsigned char)__VERIFIER_nondet_int();
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

int __pm_value_of_isalnum(int n) {
    return not_zero(n);
}

int __pm_value_of_isalpha(int n) {
    return not_zero(n);
}

int __pm_value_of_isblank(int n) {
    return not_zero(n);
}

int __pm_value_of_iscntrl(int n) {
    return not_zero(n);
}

int __pm_value_of_isdigit(int n) {
    return not_zero(n);
}

int __pm_value_of_isgraph(int n) {
    return not_zero(n);
}

int __pm_value_of_islower(int n) {
    return not_zero(n);
}

int __pm_value_of_isprint(int n) {
    return not_zero(n);
}

int __pm_value_of_ispunct(int n) {
    return not_zero(n);
}

int __pm_value_of_isspace(int n) {
    return not_zero(n);
}

int __pm_value_of_isupper(int n) {
    return not_zero(n);
}

int __pm_value_of_isxdigit(int n) {
    return not_zero(n);
}
