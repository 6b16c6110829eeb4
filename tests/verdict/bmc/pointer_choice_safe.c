// expect: proved
int nondet_int(void);
int main(void) {
    int x = 1, y = 2, *p = nondet_int() ? &x : &y;
    *p = 5;
    __CPROVER_assert(x == 5 || y == 5, "one of them");
    __CPROVER_assert(x + y == 7 || x + y == 6, "the other stays");
    return 0;
}
