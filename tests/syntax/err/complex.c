// expect: unsupported
double _Complex z; // error: _Complex
int main(void) { return 0; }
