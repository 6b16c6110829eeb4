// run: check --engine kind
// expect: violated
// A call that never returns excludes nothing: not what comes in it, not what came before.
unsigned nondet_uint(void);
unsigned count(unsigned n) {
    if (n == 70000) __CPROVER_assert(0, "reached late"); // error: [count.assertion.1]
    return count(n + 1);
}
int main(void) {
    unsigned n = nondet_uint() % 4;
    count(n);
    __CPROVER_assert(0, "behind the call");
    return 0;
}
