// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    int *p = __CPROVER_allocate(4 * sizeof(int), 1);
    __CPROVER_assert(p != 0 && p[3] == 0 && __CPROVER_DYNAMIC_OBJECT(p), "zeroed");
    __CPROVER_deallocate(p);
    __CPROVER_deallocate(p); // error: [main.free.2]
    return 0;
}
