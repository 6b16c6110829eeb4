// It may be the address of an object of the program.
// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: inconclusive
int x;
int *find(void);
int main(void) {
    __CPROVER_assert(find() != &x, "another one");
    return 0;
}
