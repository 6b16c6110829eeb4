// A call has a result, also where nobody looks at it: what comes behind it gets the inputs that were meant for it.
// run: bmc --stub-pure probe, bmc --engine bmc --stub-pure probe, bmc --engine kind --stub-pure probe
// expect: violated
int probe(int channel);
int nondet_int(void);
int main(void) {
    probe(3);
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assert(x != 12345 || y != 777, "never both"); // error: [main.assertion.1]
    return 0;
}
