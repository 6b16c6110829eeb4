// run: run --LLP64
// expect: exit 0
typedef int a1 __attribute__((aligned(1)));
struct s { a1 f0 : 32; };
_Static_assert(_Alignof(struct s) == 4, "struct");
typedef long a8 __attribute__((aligned(8)));
struct t { long f0 : 10; a8 f1 : 32; } __attribute__((aligned(8)));
_Static_assert(sizeof(struct t) == 8, "run");
int main(void) { return 0; }
