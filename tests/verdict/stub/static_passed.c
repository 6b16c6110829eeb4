// A static object is visible where its address is passed to a function without a body, by all of them.
// run: bmc, bmc --engine kind
// expect: violated
static volatile int done;
void start(volatile int *flag);
void next_tick(void);
int main(void) {
    start(&done);
    done = 0;
    next_tick();
    __CPROVER_assert(done == 0, "not yet"); // error: [main.assertion.1]
    return 0;
}
