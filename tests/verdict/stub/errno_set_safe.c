// But not a variable that has only the name.
// run: bmc
// expect: proved
void elsewhere(void);
static int errno;
int main(void) {
    errno = 0;
    elsewhere();
    __CPROVER_assert(errno == 0, "as it was");
    return 0;
}
