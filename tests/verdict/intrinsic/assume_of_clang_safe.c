// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int();
int main(void) {
    int x = nondet_int() & 7;
    __builtin_assume(x < 8);
    return 0;
}
