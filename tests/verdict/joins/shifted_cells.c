// Cells of the same length that begin at different offsets.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
int nondet_int(void);
int main(void) {
    unsigned char data[8] = {0};
    if (nondet_int())
        *(unsigned short *)(data + 1) = 0x0101;
    else
        *(unsigned short *)(data + 2) = 0x0202;
    __CPROVER_assert(!(data[2] == 1 && data[3] == 0), "the first"); // error: [main.assertion.1]
    return 0;
}
