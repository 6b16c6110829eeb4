// An inline wrapper of a library function is not the function that it calls (gcc's `gnu_inline`, C11 6.7.4p7): by a builtin's name, by another name
// for the linker, or by its own.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, bmc -DCASE=0 --engine bmc
// expect: violated
// message: destination has room for the string in library function check: FAILURE
typedef unsigned long size_t;
#define WRAPPER extern __inline __attribute__((__always_inline__, __gnu_inline__))
#if CASE == 0
WRAPPER char *strcpy(char *restrict to, const char *restrict from) {
    return __builtin___strcpy_chk(to, from, __builtin_object_size(to, 1));
}
#elif CASE == 1
char *true_strcpy(char *, const char *) __asm__("strcpy");
WRAPPER char *strcpy(char *restrict to, const char *restrict from) {
    return true_strcpy(to, from);
}
#elif CASE == 2
inline char *strcpy(char *restrict to, const char *restrict from) {
    return __builtin_strcpy(to, from);
}
#elif CASE == 3
WRAPPER char *strcpy(char *restrict to, const char *restrict from) {
    return strcpy(to, from);
}
#else
char *strcpy(char *restrict to, const char *restrict from);
static char *before(char *to, const char *from) {
    return strcpy(to, from);
}
WRAPPER char *strcpy(char *restrict to, const char *restrict from) {
    __CPROVER_assert(to == from, "comes to the wrapper");
    return __builtin_strcpy(to, from);
}
#define strcpy before
#endif
int main(void) {
    char text[4];
    strcpy(text, "abcdef");
    return 0;
}
