// errno without its header.
// run: bmc
// expect: violated
extern int errno;
void *fopen(const char *name, const char *mode);
int main(void) {
    errno = 0;
    if (!fopen("a", "r"))
        __CPROVER_assert(errno == 0, "no error number"); // error: [main.assertion.1]
    return 0;
}
