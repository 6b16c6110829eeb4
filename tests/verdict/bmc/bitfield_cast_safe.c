// expect: safe
int nondet_int(void);
struct { unsigned b : 3; } s;
int main(void) {
    s.b = nondet_int();
    __CPROVER_assert(s.b - 100 < 0, "computed as int");
    __CPROVER_assert((unsigned)s.b - 100 > 0, "computed as unsigned");
    return 0;
}
