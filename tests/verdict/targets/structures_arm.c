// run: check --target arm
// expect: unsupported
// Models with structures of glibc are not those of another machine's library.
long time(long *);
int main(void) { return time(0) > 0; } // error: its model has the types of glibc on x86
