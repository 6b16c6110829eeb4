// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
struct in { int a; }; struct g { int n; struct in f; } *dev;
int main(void) {
    static struct g object[3];
    dev = object;
    dev->f;
    return 0;
}
