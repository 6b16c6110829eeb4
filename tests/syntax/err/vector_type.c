// expect: unsupported
typedef int v4 __attribute__((vector_size(16))); // error: vector
v4 v;
int main(void) { return 0; }
