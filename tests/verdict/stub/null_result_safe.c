// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: proved
int *find(void);
int main(void) {
    int *p = find(), *q = p;
    __CPROVER_assert(!p || q, "the same pointer");
    return 0;
}
