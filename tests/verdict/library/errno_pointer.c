// The function that says where errno is, from a table.
// run: bmc
// expect: violated
int *__errno_location(void);
void *fopen(const char *name, const char *mode);
int *(*place)(void) = __errno_location;
int main(void) {
    *place() = 0;
    if (!fopen("a", "r"))
        __CPROVER_assert(*place() == 0, "no error number"); // error: [main.assertion.1]
    return 0;
}
