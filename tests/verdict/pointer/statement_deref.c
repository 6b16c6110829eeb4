// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
struct dev { int a, b; } *dev;
int main(void) {
    *dev; // error: [main.pointer.1]
    return 0;
}
