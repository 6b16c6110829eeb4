// A wrapper that fits; one that is not always inlined and that the program also defines; a function that is only defined inline; one that is defined
// again.
// run: bmc, bmc --engine kind
// expect: proved
extern __inline __attribute__((__always_inline__, __gnu_inline__)) unsigned long strlen(const char *s) {
    return __builtin_strlen(s) + 1;
}
static inline unsigned long through(const char *s) {
    return strlen(s);
}
extern inline __attribute__((gnu_inline)) int either(void) {
    return 1;
}
int either(void) {
    return 2;
}
extern int only(int n);
inline int only(int n) {
    return n > 0 ? only(n - 1) : 7;
}
int main(void) {
    unsigned long (*external)(const char *) = strlen;
    int (*pointer)(int) = only;
    __CPROVER_assert(strlen("abc") == 4 && through("ab") == 3, "the wrapper");
    __CPROVER_assert(external("abc") == 3, "the function");
    __CPROVER_assert(either() == 2 && only(3) == 7 && pointer(2) == 7, "definitions");
    return 0;
}
