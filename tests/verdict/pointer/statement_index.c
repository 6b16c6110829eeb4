// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
union u { int a; char c[8]; } *dev;
int main(void) {
    dev[2]; // error: [main.pointer.1]
    return 0;
}
