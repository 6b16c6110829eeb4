// run: check
// expect: violated
// The violation is in a call that never returns: nothing behind the call tells of it.
unsigned nondet_uint(void);
unsigned count(unsigned n) {
    __CPROVER_assert(n != 7, "below"); // error: [count.assertion.1]
    return count(n + 1);
}
int main(void) { return (int)count(nondet_uint() % 4); }
