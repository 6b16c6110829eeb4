// A program may have functions of the library's names; the library does not use them.
// run: bmc -DCASE=0, bmc -DCASE=1
// expect: violated
typedef __SIZE_TYPE__ size_t;
char *strcpy(char *to, const char *from);
long readlink(const char *name, char *to, size_t size);
size_t strlen(const char *s) {
    return 0;
}
long read(int file, void *to, size_t size) {
    return 0;
}
#if CASE == 0
#define CALL strcpy(a, "abc")
#else
#define CALL __CPROVER_assert(readlink("a", a, 2) == 0, "destination has room for nothing")
#endif
int main(void) {
    char a[2];
    CALL; // error: destination has room
    return 0;
}
