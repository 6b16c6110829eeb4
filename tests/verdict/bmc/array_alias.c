// expect: violated
unsigned nondet_uint(void);
int a[10];
int main(void) {
    unsigned i = nondet_uint() % 10, j = nondet_uint() % 10;
    a[i] = 7;
    a[j] = 8;
    __CPROVER_assert(a[i] == 7, "i and j may be the same"); // error: [main.assertion.1]
    return 0;
}
