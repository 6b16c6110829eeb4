// expect: violated
unsigned nondet_uint(void);
struct flags {
    unsigned mode : 3, count : 4;
    int level : 3;
};
int main(void) {
    struct flags f = {0, 0, 0};
    f.count = nondet_uint();
    f.count++;
    __CPROVER_assert(f.count != 0, "wraps around"); // error: [main.assertion.1]
    return 0;
}
