// A declaration that is passed again by a jump to an inner block before it.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
int main(void) {
    int k = 0;
    {
    again:
        k++;
    }
    int a[2];
    if (k == 1) {
        a[0] = 5;
        a[1] = 6;
        goto again;
    }
    __CPROVER_assert(a[1] == 6, "the value before"); // error: [main.assertion.1]
    return 0;
}
