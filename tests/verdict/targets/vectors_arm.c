// run: check --target aarch64
// expect: unsupported
typedef int v4 __attribute__((vector_size(16))); // error: vectors are not supported on this target
v4 v;
int main(void) { return v[0]; }
