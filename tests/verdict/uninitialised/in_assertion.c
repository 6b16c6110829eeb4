// What an assertion compares is read.
// run: bmc --uninitialised-check, bmc --uninitialised-check --engine kind, bmc --uninitialised-check --engine ic3
// expect: violated
int nondet_int(void);
int main(void) {
    unsigned v;
    if (nondet_int())
        v = 5;
    __CPROVER_assert(v == v, "the same"); // error: [main.uninitialised.1]
    return 0;
}
