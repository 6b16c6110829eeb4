// All of them hold: whether executions go on does not matter.
// run: check --engine bmc, check --engine kind, check --engine ic3, check
// expect: proved
int nondet_int(void);
int main(void) {
    int c = nondet_int();
    if (c != 4)
        return 0;
    __CPROVER_assert(c == 4, "four");
    __CPROVER_assert(c != 7, "not seven");
    return 0;
}
