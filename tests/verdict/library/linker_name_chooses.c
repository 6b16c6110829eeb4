// A library function under another name has all the results that it has under its own.
// run: bmc
// expect: violated
int compare(const char *a, const char *b) __asm__("strcmp");
int main(void) {
    __CPROVER_assert(compare("c", "a") == 2, "one of them"); // error: [main.assertion.1]
    __CPROVER_assert(compare("c", "a") > 0, "the sign is known");
    return 0;
}
