// Behind a label that only jumps from behind the declaration lead to, the variable has its value.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: proved
int nondet_int(void);
int main(void) {
    int x = 5;
    if (nondet_int())
        goto skip;
    int y = 6;
    __CPROVER_assert(y == 6, "not jumped past");
skip:
    __CPROVER_assert(x == 5, "declared");
    return 0;
}
