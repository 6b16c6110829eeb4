// A variable that one branch leaves without a value.
// run: check --engine bmc --uninitialised-check
// expect: violated
int nondet_int(void);
int main(void) {
    int x;
    if (nondet_int() > 3)
        x = 1;
    return x; // error: [main.uninitialised.1]
}
