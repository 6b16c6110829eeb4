// Where objects lie is open, also where the program has no inputs and reads a pointer byte by byte, or subtracts two.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2 --no-pointer-compare-check, bmc -DCASE=3
// expect: inconclusive
int a, b;
int main(void) {
    int *p = &a;
    __CPROVER_bool known;
#if CASE == 0
    known = ((unsigned char *)&p)[7] == 0x55;
#elif CASE == 1
    union {
        int *p;
        unsigned long n;
    } u = {&a};
    known = u.n % 4096 == 16;
#elif CASE == 2
    known = p - &b == 1;
#else
    __CPROVER_assert(p + 1 != &b, "compared in the assertion");
    known = 0;
#endif
    __CPROVER_assert(!known, "nowhere near");
    return 0;
}
