// run: check --engine bmc
// expect: inconclusive
extern int nondet_int(void);
int main(void)
{
    int i = 0, n = nondet_int();
#pragma proofmark unwind 3
    while (i < n) {
        i++;
        __CPROVER_assert(i != 5, "the bound in the source is below this");
    }
    return 0;
}
