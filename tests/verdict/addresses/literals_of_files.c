// Whether equal literals of different files are one object is open, also in a program without inputs; and so is what a literal shares with `__func__`.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=0 --engine bmc, bmc -DCASE=1 --engine bmc
// files: parts/literal.c
// expect: inconclusive
// message: it depends on where objects lie in memory
void reach_error(void);
const char *f(void);
int nondet_int(void);
int main(void) {
#if CASE == 0
    const char *g = "abc";
    if (f() != g)
        reach_error();
#elif CASE == 1
    const char *g = "abc";
    if (nondet_int() && f() == g)
        reach_error();
#else
    const char *p = __func__;
    if (p == "main")
        reach_error();
#endif
    return 0;
}
