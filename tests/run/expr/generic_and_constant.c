// expect: exit 0
// stdout: char int int float int* str other
// stdout: 28 1 0 1
// stdout: 8 4 16
// stdout: case
#include <stddef.h>
#include <stdio.h>
#define NAME(x) _Generic((x), char: "char", int: "int", float: "float", double: "double", int *: "int*", const char *: "cstr", char *: "str", default: "other")
struct s { char c; struct { short h[3]; int i; } in; };
_Static_assert(offsetof(struct s, in.i) == 12, "layout");
enum { LEN = __builtin_choose_expr(sizeof(int) == 4, 7, "no"), T = __builtin_types_compatible_p(int, const int), U = __builtin_types_compatible_p(int, long) };
static int a[LEN];
int main(void) {
    char c = 1;
    int i = 2;
    const int k = 3;
    printf("%s %s %s %s %s %s %s\n", NAME(c), NAME(i), NAME(k), NAME(1.0f), NAME(&i), NAME("s"), NAME(1L));
    printf("%zu %d %d %d\n", sizeof a, T, U, __builtin_constant_p(3 + 4));
    printf("%zu %zu %zu\n", offsetof(struct s, in.h[2]), __builtin_offsetof(struct s, in), sizeof(struct s));
    switch (i) {
    case LEN - 5:
        printf("case\n");
    }
    return 0;
}
