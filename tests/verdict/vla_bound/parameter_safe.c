// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
static int f(int n, int a[][n]) {
    return a[0][0];
}
int main(void) {
    int a[2][2] = {{0}};
    return f(2, a);
}
