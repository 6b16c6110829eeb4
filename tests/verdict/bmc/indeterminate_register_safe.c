// The same register, written on every way before it is read.
// run: check --engine bmc
// expect: proved
int nondet_int(void);
int main(void) {
    int x;
    switch (nondet_int()) {
    case 0:
        x = 1;
        break;
    default:
        x = 2;
    }
    __CPROVER_assert(x == 1 || x == 2, "written");
    return 0;
}
