// A wrapper serves the calls of its unit alone.
// run: bmc
// files: parts/no_wrapper.c
// expect: proved
unsigned long other_length(const char *text);
extern __inline __attribute__((__always_inline__, __gnu_inline__)) unsigned long strlen(const char *s) {
    return 100;
}
int main(void) {
    __CPROVER_assert(strlen("abc") == 100 && other_length("abc") == 3, "each its own");
    return 0;
}
