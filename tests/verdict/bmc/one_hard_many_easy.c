// run: bmc --timeout 10
// expect: inconclusive
// message: 8 properties: 1 UNKNOWN, 7 SUCCESS
// What is hard costs the others nothing.
unsigned __VERIFIER_nondet_uint(void);
int a[8];

int main(void) {
    unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    unsigned i = x & 7, j = y & 7;
    a[i] = 1;
    a[j] = 2;
    __CPROVER_assert(a[j] == 2, "written last");
    __CPROVER_assert(a[i] == 1 || i == j, "written first");
    __CPROVER_assert(i + j <= 14, "sum");
    unsigned long p = x * y;
    __CPROVER_assert((p ^ p >> 7 ^ x * x) != 0x6c62272e07bb0142ul, "a hash");
    return 0;
}
