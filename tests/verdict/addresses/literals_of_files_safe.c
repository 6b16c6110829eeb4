// Equal literals of one file are one object; those of others have the same characters, and are none of other objects.
// run: bmc
// files: parts/literal.c
// expect: proved
const char *f(void);
int main(void) {
    static const char own[] = "abc";
    const char *g = "abc", *h = "abc", *name = __func__, *again = __func__;
    __CPROVER_assert(g == h && f() == f() && f() != own && f()[1] == g[1] && name == again, "known");
    return 0;
}
