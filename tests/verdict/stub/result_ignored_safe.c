// A call has a result, also where nobody looks at it: what comes behind it gets the inputs that were meant for it.
// run: bmc --stub-pure probe, bmc --engine bmc --stub-pure probe, bmc --engine kind --stub-pure probe
// expect: proved
int probe(int channel);
int nondet_int(void);
int main(void) {
    probe(3);
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assert(x != 12345 || x < 0 || y != 777 || x == 12345, "never both");
    return 0;
}
