// What fails in a later iteration than an assertion that fails in each is found, and what never fails is proved.
// run: check --engine kind, check --engine ic3, check
// expect: violated
int nondet_int(void);
int main(void) {
    unsigned c = nondet_int();
    while (nondet_int()) {
        __CPROVER_assert(c < 5, "small");  // error: [main.assertion.1]
        if (c > 10 && c < 20)
            c++;
        __CPROVER_assert(c != 15, "fifteen"); // error: [main.assertion.2]
        if (c == 20)
            c = 30;
        __CPROVER_assert(c != 20, "twenty");
    }
    return 0;
}
