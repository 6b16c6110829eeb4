// expect: unsupported
int x = 1;
extern int y __attribute__((alias("x"))); // error: aliases of variables
int main(void) { return y - 1; }
