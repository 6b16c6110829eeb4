// Every iteration makes new terms.
int nondet_int(void);
int cells[64];
int main(void) {
    for (int i = 0; i < 100000000; i++) {
        int x = nondet_int();
        cells[x & 63] ^= i + x;
    }
    __CPROVER_assert(cells[0] != 12345, "never");
    return 0;
}
