// No bound is enough, and no interval says it: the parity of the sum.
// run: check --engine ic3
// expect: proved
unsigned char nondet_uchar(void);
_Bool nondet_bool(void);
int main(void) {
    unsigned char sum = 0, odd = 0;
    while (nondet_bool()) {
        unsigned char step = nondet_uchar();
        sum += step;
        odd ^= step & 1;
        __CPROVER_assert((sum & 1) == odd, "parity");
    }
    return 0;
}
