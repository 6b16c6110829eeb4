// run: run, bmc
// expect: safe
typedef int v2 __attribute__((vector_size(8)));
int nondet_int(void);
int main(void) {
    v2 a = { nondet_int() & 0xff, 2147483646 };
    v2 b = a + 1;
    __CPROVER_assert(b[0] - a[0] == 1 && b[1] == 2147483647, "each element");
    return 0;
}
