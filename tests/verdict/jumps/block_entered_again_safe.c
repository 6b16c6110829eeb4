// A jump back inside of a block: the variable is the same one, until its declaration is passed again.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: proved
int main(void) {
    int k = 0;
    {
        int x;
        x = 4;
    in:
        if (k == 0) {
            x = 5;
            k++;
            goto in;
        }
        __CPROVER_assert(x == 5, "the same");
    }
    return 0;
}
