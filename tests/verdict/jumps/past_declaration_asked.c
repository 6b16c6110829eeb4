// A jump past a declaration leaves the variable indeterminate, which the check says.
// run: bmc --uninitialised-check, bmc --uninitialised-check --engine kind, bmc --uninitialised-check --engine ic3
// expect: violated
int nondet_int(void);
int main(void) {
    if (nondet_int())
        goto skip;
    int x = 5;
skip:
    return x; // error: [main.uninitialised.1]
}
