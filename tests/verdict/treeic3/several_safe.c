// Several properties: what is blocked for one is kept for the next.
// run: check --engine treeic3, check --engine cegar
// expect: safe
int nondet_int(void);
int main(void) {
    int mode = 0, count = 0;
    for (;;) {
        int next = nondet_int();
        if (next < 0 || next > 3)
            continue;
        if (mode == 3 && next == 1)
            continue;
        if (next == 3)
            count = 7;
        mode = next;
        __CPROVER_assert(mode >= 0, "at least 0");
        __CPROVER_assert(mode <= 3, "at most 3");
        __CPROVER_assert(count == 0 || count == 7, "one of two");
        if (count == 1)
            __CPROVER_assert(0, "never");
    }
}
