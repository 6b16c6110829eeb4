// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
// The parameter is a pointer: its length is no length of a type.
static int calls;
static int one(void) { return calls++; }
static int f(int n, int a[n], char b[one()]) { return n ? a[0] + b[0] : 0; }
int main(void) {
    int r = f(0, 0, 0);
    return r + calls - 1;
}
