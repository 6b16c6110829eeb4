// run: run, bmc
// expect: violated
static int state;
__attribute__((destructor)) static void end(void) {
    __CPROVER_assert(state == 2, "the end of main was seen"); // error: [end.assertion.1]
}
int main(void) {
    state = 1;
    return 0;
}
