// Without a system that starts it, a program may have no argument at all.
// run: bmc --target arm
// expect: violated
int main(int argc, char **argv) {
    __CPROVER_assert(argc >= 0, "a number");
    __CPROVER_assert(argc >= 1, "a name"); // error: [main.assertion.2]
    return 0;
}
