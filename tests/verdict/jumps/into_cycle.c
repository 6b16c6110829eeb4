// A cycle with two entries, in all engines.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
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
    __CPROVER_assert(y != 4, "entered at the second"); // error: [main.assertion.1]
    return 0;
}
