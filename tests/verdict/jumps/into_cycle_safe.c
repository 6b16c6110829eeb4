// A cycle with two entries, in all engines.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: proved
int nondet_int(void);
int main(void) {
    unsigned x = 0, y = 0;
    if (nondet_int())
        goto second;
first:
    x += 2;
    if (x > 6)
        goto out;
second:
    y += 1;
    if (nondet_int())
        goto first;
out:
    __CPROVER_assert(y <= 4 && x <= 8 && !(x & 1), "counted");
    return 0;
}
