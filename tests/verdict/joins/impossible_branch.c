// Executions that no input takes, which only a solver knows, circle through the program beside the others: what they are part of
// must not be taken for the whole when the others come together.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
int nondet_int(void);
int main(void) {
    int b = nondet_int(), c = nondet_int(), steps = 0;
    unsigned s = 0;
    if (b == 1)
        goto second;
first:
    if (steps++ > 5)
        goto end;
    s = 2;
second:
    if (steps++ > 5)
        goto end;
    if (c != 0 && (c == 1 || c == 2))
        goto second;
    if (c == 2)
        goto first;
end:
    __CPROVER_assert(!(b == 1 && c == 2) || steps != 7, "never at the first"); // error: [main.assertion.1]
    return 0;
}
