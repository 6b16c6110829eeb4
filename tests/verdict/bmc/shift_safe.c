// expect: proved
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint() & 31;
    __CPROVER_assert((1u << n) >> n == 1, "there and back");
    return 0;
}
