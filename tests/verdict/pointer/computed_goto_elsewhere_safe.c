// run: run, bmc, bmc --engine kind
// expect: safe
int nondet_int(void);
int main(void) {
    static void *const table[] = { &&one, &&two, &&three };
    unsigned i = nondet_int();
    int r = 0;
    goto *table[i % 3];
one:
    r++;
two:
    r++;
three:
    r++;
    __CPROVER_assert(r >= 1 && r <= 3 && r == 3 - (int)(i % 3), "as many as there are labels behind");
    return 0;
}
