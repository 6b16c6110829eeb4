// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int();
int main(void) {
    int a[4] = {0}, b[4] = {1, 2, 3, nondet_int()};
    struct { int before, row[2], after; } s = {7, {0, 0}, 8};
    __CPROVER_array_copy(a, b);
    __CPROVER_assert(a[2] == 3 && a[3] == b[3], "all of it");
    __CPROVER_array_copy(s.row, b);
    __CPROVER_assert(s.before == 7 && s.row[1] == 2 && s.after == 8, "a member");
    int c[2] = {5, 6};
    __CPROVER_array_copy(a, c);
    __CPROVER_assert(a[1] == 6 && b[2] == 3, "the rest is arbitrary");
    return 0;
}
