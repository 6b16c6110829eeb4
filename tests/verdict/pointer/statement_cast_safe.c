// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
struct dev { int a, b; } *dev;
int main(void) {
    static struct dev object[3];
    dev = object;
    (void)*dev;
    return 0;
}
