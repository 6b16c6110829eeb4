// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
struct dev { int a, b; } *dev, there;
int main(void) {
    static struct dev object[3];
    dev = object;
    dev ? *dev : there;
    return 0;
}
