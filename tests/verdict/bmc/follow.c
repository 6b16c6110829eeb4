// One loop is followed; the other one inside needs more iterations as it goes on.
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    unsigned n = 0, sum = 0;
    while (1) {
        if (nondet_uint() & 1)
            n++;
        sum = 0;
        for (unsigned i = 0; i < n; i++)
            sum += 2;
        __CPROVER_assert(sum != 22, "eleven times"); // error: [main.assertion.1]
    }
}
