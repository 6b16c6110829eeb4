// The third argument of main holds any variables.
// run: bmc --unwind 3
// expect: violated
int main(int argc, char **argv, char **variables) {
    __CPROVER_assert(!variables[0], "no variable"); // error: [main.assertion.1]
    if (variables[0])
        __CPROVER_assert(variables[0][0] == 0, "empty"); // error: [main.assertion.2]
    return 0;
}
