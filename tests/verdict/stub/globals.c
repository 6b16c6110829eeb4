// Globals that another file can name change; a static one does not.
// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int shared = 1;
static int own = 1;
void step(void);
int main(void) {
    step();
    __CPROVER_assert(own == 1, "own");
    __CPROVER_assert(shared == 1, "shared"); // error: [main.assertion.2]
    return 0;
}
