// run: bmc, bmc -DNEWLIB --target arm
// expect: proved
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
        __CPROVER_assert(mine > 0, "some error number");
    else
        __CPROVER_assert(mine >= 0, "any, or none");
    return 0;
}
