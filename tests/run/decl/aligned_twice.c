// Of several `aligned`, the last counts for records and typedefs, the strictest for variables and members.
// expect: exit 0
struct s { char c; } __attribute__((aligned(8), aligned(2)));
_Static_assert(sizeof(struct s) == 2 && _Alignof(struct s) == 2, "record");
struct __attribute__((aligned(32))) t { char c; } __attribute__((aligned(4)));
_Static_assert(_Alignof(struct t) == 4, "before and after the tag");
typedef int ti __attribute__((aligned(16), aligned(2)));
_Static_assert(_Alignof(ti) == 2, "typedef");
__attribute__((aligned(16))) typedef int tj __attribute__((aligned(2)));
_Static_assert(_Alignof(tj) == 16, "specifiers after the declarator");
struct f { char c; int x __attribute__((aligned(16), aligned(8))); };
_Static_assert(_Alignof(struct f) == 16, "member");
int v __attribute__((aligned(64), aligned(8)));
_Static_assert(_Alignof(v) == 64, "variable");
typedef int a1 __attribute__((aligned(1)));
typedef int a16 __attribute__((aligned(16)));
a1 weak;
a16 less __attribute__((aligned(2)));
_Static_assert(_Alignof(weak) == 1 && _Alignof(less) == 2, "weaker than the type");
int main(void) {
    int x __attribute__((aligned(2)));
    return _Alignof(x) == 2 && (unsigned long)&v % 64 == 0 ? 0 : 1;
}
