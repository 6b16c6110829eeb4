// What a constructor did holds in main, for every engine.
// run: run, bmc, bmc --engine kind
// expect: safe
static int ready;
__attribute__((constructor)) static void init(void) { ready = 1; }
int main(void) {
    __CPROVER_assert(ready == 1, "the constructor has run");
    return 0;
}
