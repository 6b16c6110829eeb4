// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int a[8];
int nondet_int();
int main(void) {
    int at = nondet_int();
    if (at < 0 || at > 7)
        return 0;
    if (at < 8)
        a[at] = 3;
    __CPROVER_assert(__CPROVER_exists { int i; i >= 0 && 8 > i && a[i] == 3 }, "one");
    return 0;
}
