// run: bmc
// expect: proved
extern int errno;
void *fopen(const char *name, const char *mode);
int main(void) {
    errno = 0;
    if (!fopen("a", "r"))
        __CPROVER_assert(errno > 0, "some error number");
    return 0;
}
