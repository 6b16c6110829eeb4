// run: check --engine bmc --solver z3, check --engine bmc --solver cvc5, check --engine bmc --solver z3 --encoding int
// expect: violated
// Signed words, parts of them and operations on bits.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    unsigned char low = (unsigned char)x;
    if (x < 0 && (x & 0x0f) == 5 && low < 128)
        __CPROVER_assert(low % 16 != 5 || low == 5, "the low byte is 5"); // error: [main.assertion.1]
    return 0;
}
