// The other property is proved after one was violated.
// run: check --engine ic3 --property main.assertion.1 --property main.assertion.2
// expect: violated
_Bool nondet_bool(void);
int main(void) {
    unsigned char a = 0, b = 0;
    while (nondet_bool()) {
        a = (a + 2) % 6;
        if (nondet_bool())
            b++;
        __CPROVER_assert(a != 3, "never odd");
        __CPROVER_assert(b != 5, "counts"); // error: [main.assertion.2]
    }
    return 0;
}
