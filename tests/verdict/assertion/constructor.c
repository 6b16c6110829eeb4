// What a constructor did holds in main, for every engine.
// run: run, bmc, bmc --engine kind
// expect: violated
static int ready;
__attribute__((constructor)) static void init(void) { ready = 1; }
int main(void) {
    __CPROVER_assert(ready == 0, "the constructor has run"); // error: [main.assertion.1]
    return 0;
}
