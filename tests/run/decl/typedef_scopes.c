// A typedef name may be an identifier in an inner scope, and a parameter, a member or a label.
// expect: exit 0
// stdout: 1
// stdout: 2 12 7 4
// stdout: 0
// stdout: 1
#include <stdio.h>
typedef int T;
struct s { int T; };
static int f(T T) { return T + 1; }
static T g(void) {
    T x = 3;
    {
        int T = 4;
        x = T * x;
    }
    goto T;
T:
    return x;
}
int main(void) {
    struct s s = {.T = 7};
    T y = (T)s.T;
    {
        typedef char T;
        printf("%zu\n", sizeof(T));
    }
    printf("%d %d %d %zu\n", f(1), g(), y, sizeof(T));
    for (T T = 0; T < 2; T++)
        printf("%d\n", T);
    return 0;
}
