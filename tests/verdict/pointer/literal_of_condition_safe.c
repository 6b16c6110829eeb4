// Within the statement the literal of its condition is there, and one before it all the more.
// run: bmc, bmc --engine kind, bmc --engine auto
// expect: proved
int nondet_int(void);
int main(void) {
    int *p = 0, *q = (int[]){4}, k = nondet_int(), i = 0;
    if ((p = (int[]){k, 2})[0] == 7)
        k = *p;
    else
        k = p[1];
    __CPROVER_assert(k == 7 || k == 2, "either");
    while ((p = (int[]){i, 1})[0] < 2)
        i += p[1];
    switch ((p = &(int){k})[0]) {
    case 7:
        __CPROVER_assert(*p == 7, "the value");
    }
    __CPROVER_assert(*q == 4, "of the block");
    return 0;
}
