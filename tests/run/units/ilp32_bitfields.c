// run: run --32
// expect: exit 0
struct s { long long f0 : 64 __attribute__((aligned(4))); int : 0; long long f2 : 64; float f3; };
_Static_assert(sizeof(struct s) == 24 && _Alignof(struct s) == 8, "struct");
int main(void) { return 0; }
