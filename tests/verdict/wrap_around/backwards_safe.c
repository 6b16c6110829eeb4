// run: run, run --32, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3, bmc --32
// expect: safe
int a[4];
int main(void) {
    int *p = a + 3;
    unsigned long back = -2ul;
    unsigned narrow = sizeof back == 4 ? -1u : 0;
    return p[back] + *(p + -1ul) + p[narrow];
}
