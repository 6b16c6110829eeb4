// run: bmc, bmc --engine kind
// expect: violated
struct pair {
    int a, b;
};
struct pair make(void);
int main(void) {
    struct pair p = {1, 2};
    p = make();
    __CPROVER_assert(p.a == 1, "as it was"); // error: [main.assertion.1]
    return 0;
}
