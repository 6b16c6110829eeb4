// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
void assert(int c) { (void)c; }
int main(void) {
    assert(0);
    return 0;
}
