// The address of a function with gcc's `gnu_inline` is that of the external one, of which nothing is known here.
// run: bmc
// expect: violated
extern __inline __attribute__((__gnu_inline__)) int next(int n) {
    return n + 1;
}
int main(void) {
    int (*pointer)(int) = next;
    __CPROVER_assert(next(1) == 2, "inline");
    __CPROVER_assert(pointer(1) == 2, "external"); // error: [main.assertion.2]
    return 0;
}
