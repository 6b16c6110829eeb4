// Functions of the program's own that have names of the library are like any other without a body.
// run: bmc
// expect: violated
void wait(int ticks);
void signal(int *event);
int main(void) {
    int event = 1;
    wait(3);
    signal(&event);
    __CPROVER_assert(event == 1, "unchanged"); // error: [main.assertion.1]
    return 0;
}
