// Also where the program leaves nothing open: its one execution goes on.
// expect: violated
// run: check --engine bmc, check --engine kind, check
int main(void) {
    int x = 3;
    __CPROVER_assert(x == 4, "four"); // error: [main.assertion.1]
    for (int i = 0; i < 5; i++)
        x += i;
    __CPROVER_assert(x == 12, "twelve"); // error: [main.assertion.2]
    __CPROVER_assert(x == 13, "thirteen");
    return 0;
}
