// A block that is left and entered again behind a declaration: the variable is another one.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
int main(void) {
    int k = 0;
    goto in;
out:
    k++;
    goto in;
    {
        int x;
    in:
        if (k == 0) {
            x = 5;
            goto out;
        }
        __CPROVER_assert(x == 5, "the one before"); // error: [main.assertion.1]
    }
    return 0;
}
