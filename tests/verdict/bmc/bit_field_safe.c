// expect: proved
unsigned nondet_uint(void);
struct flags {
    unsigned mode : 3, count : 4;
    int level : 3;
};
int main(void) {
    struct flags f = {5, 0, -4};
    f.count = nondet_uint();
    __CPROVER_assert(f.mode == 5 && f.count <= 15 && f.level == -4, "neighbours stay");
    return 0;
}
