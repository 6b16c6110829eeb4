// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
union u { int a; char c[8]; } *dev;
int main(void) {
    static union u object[3];
    dev = object;
    dev[2];
    return 0;
}
