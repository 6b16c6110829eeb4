// Padding and parts that were not written may be copied as long as nobody looks at them.
// expect: safe
#include <string.h>
struct s { char c; int i; };
int main(void) {
    struct s a, b;
    a.c = 1;
    b = a;
    memcpy(&a, &b, sizeof a);
    return b.c - 1;
}
