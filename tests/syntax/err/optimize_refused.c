// expect: unsupported
#pragma weak nothing = nobody // error: 'nothing' is not declared as a function
int nobody(void) { return 0; }
__attribute__((optimize("no-math-errno", "fast-math"))) int f(void) { return 0; } // error: attribute 'optimize'
__attribute__((optimize("O3"))) int h(void) { return 0; }
int main(void) { return f() + h(); }
