// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
struct in { int a; }; struct g { int n; struct in f; } *dev;
int main(void) {
    dev->f; // error: [main.pointer.1]
    return 0;
}
