// A case jumps past a declaration, and gives the variable a value.
// run: bmc --uninitialised-check, bmc --uninitialised-check --engine kind, bmc --uninitialised-check --engine ic3
// expect: proved
int nondet_int(void);
int main(void) {
    int before = 3;
    switch (nondet_int()) {
        int x;
    case 1:
        x = 5;
        return x;
    case 2:
        x = before;
        return x;
    }
    return before;
}
