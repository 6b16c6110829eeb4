// run: check --target arm
// expect: unsupported
// The model of strtold is that of x86's long double.
long double strtold(const char *, char **);
int main(void) { return strtold("1", 0) > 0; } // error: its model needs the long double of x86
