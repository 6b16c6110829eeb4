// A bit-field that fills a machine integer is laid out as a plain member.
// expect: exit 0
typedef long long a1 __attribute__((aligned(1)));
union u { char f0 : 8 __attribute__((aligned(2))); a1 f1 : 64; };
_Static_assert(sizeof(union u) == 8 && _Alignof(union u) == 8, "union");
typedef char a16 __attribute__((aligned(16)));
struct s { char f0[1]; a16 f1 : 8; float f2; long double f3[3]; };
_Static_assert(__builtin_offsetof(struct s, f2) == 4, "struct");
int main(void) { return 0; }
