// The program says where errno is; the library uses it.
// run: bmc, bmc -DNEWLIB --target arm
// expect: violated
#ifdef NEWLIB
#define PLACE __errno
#else
#define PLACE __errno_location
#endif
int mine;
int *PLACE(void) {
    return &mine;
}
void *fopen(const char *name, const char *mode);
int main(void) {
    if (!fopen("a", "r"))
        __CPROVER_assert(mine == 0, "no error number"); // error: [main.assertion.1]
    return 0;
}
