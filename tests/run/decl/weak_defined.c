// expect: exit 3
// What is weak and defined has an address.
extern int object __attribute__((weak));
int function(void) __attribute__((weak));
int object = 1;
int function(void) { return 2; }
int main(void) {
    return (&object != 0 ? object : 10) + (function != 0 ? function() : 20);
}
