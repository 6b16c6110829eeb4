// The loop ends, and what follows it is executed for each way out.
// expect: proved
unsigned nondet_uint(void);
int main(void) {
    unsigned n = 0, steps = 0;
    while (n < 30) {
        n += 1 + (nondet_uint() & 1);
        steps++;
    }
    __CPROVER_assert(n <= 31, "one more at most");
    __CPROVER_assert(steps >= 15, "two at a time at most");
    return 0;
}
