// More calls than are remembered: no proof.
// run: bmc --engine bmc
// expect: inconclusive
// message: more than 64 different arguments
int __CPROVER_uninterpreted_f(int a);
int main(void) {
    int first = __CPROVER_uninterpreted_f(100);
    for (int i = 0; i < 65; i++)
        __CPROVER_uninterpreted_f(i);
    int last = __CPROVER_uninterpreted_f(64);
    __CPROVER_assert(last == __CPROVER_uninterpreted_f(64), "the same again");
    return 0;
}
