int nondet_int(void);
int main(void) {
    int c = nondet_int();
    __CPROVER_assert(c == 4, "four");
    __CPROVER_assert(c != 7, "not seven");
    __CPROVER_cover(c == 9);
    __CPROVER_assert(c == c, "same");
    return 0;
}
