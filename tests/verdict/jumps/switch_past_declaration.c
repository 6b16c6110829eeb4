// A case jumps past a declaration.
// run: bmc --uninitialised-check, bmc --uninitialised-check --engine kind, bmc --uninitialised-check --engine ic3
// expect: violated
int nondet_int(void);
int main(void) {
    switch (nondet_int()) {
        int x = 5;
    case 1:
        x = 5;
        /* fall through */
    case 2:
        return x; // error: [main.uninitialised.1]
    }
    return 0;
}
