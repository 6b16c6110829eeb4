// It is any value, in each iteration again. The program has no inputs.
// run: bmc
// expect: violated
int main(void) {
    int y = y;
    for (int i = 0; i < 2; i++) {
        int x = x;
        if (i == 0)
            x = 5;
        else
            __CPROVER_assert(x != 9, "any"); // error: [main.assertion.1]
    }
    __CPROVER_assert(y != 7, "any"); // error: [main.assertion.2]
    return 0;
}
