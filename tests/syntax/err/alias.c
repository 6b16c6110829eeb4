// expect: unsupported
int f(int x) { return x; }
extern int g(int x) __attribute__((alias("f"))); // error: alias
int main(void) { return g(0); }
