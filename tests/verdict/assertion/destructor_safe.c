// run: run, bmc
// expect: safe
static int state;
__attribute__((destructor)) static void end(void) {
    __CPROVER_assert(state == 2, "the end of main was seen");
}
int main(void) {
    state = 2;
    return 0;
}
