// expect: unsupported
// A linker gives what is weak and defined nowhere the address null.
extern int object __attribute__((weak)); // error: `object' is weak and nothing defines it
int function(void); // error: `function' is weak and nothing defines it
int function(void) __attribute__((weak));
extern int defined __attribute__((weak));
int defined = 1;
int called(void) __attribute__((weak));
int main(void) {
    return called() && &object != 0 && function != 0 && &defined != 0;
}
