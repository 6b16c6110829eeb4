// run: check --engine bmc
// expect: violated
extern int nondet_int(void);
int main(void)
{
    int i = 0, n = nondet_int();
#pragma proofmark unwind 6
    while (i < n) {
        i++;
        __CPROVER_assert(i != 5, "the bound in the source reaches this"); // error: [main.assertion.1]
    }
    return 0;
}
