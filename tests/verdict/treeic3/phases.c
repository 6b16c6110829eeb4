// Two loops, one after the other: the second may be left at a state that it changes no more.
// run: check --engine treeic3, check --engine cegar
// expect: violated
int nondet_int(void);
int main(void) {
    int n = nondet_int(), i = 0, state = 0;
    if (n < 0 || n > 1000000)
        return 0;
    while (i < n) {
        if (state == 0 && nondet_int())
            state = 1;
        i++;
    }
    while (i > 0) {
        if (state == 1 && i < 3)
            state = 2;
        __CPROVER_assert(state == 0 || state == 2, "never in between"); // error: [main.assertion.1]
        i--;
    }
}
