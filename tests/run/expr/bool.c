// expect: exit 4
// stdout: 1 1 1 0
// stdout: 1
// stdout: 0 1 2
#include <stdbool.h>
#include <stdio.h>
int main(void) {
    _Bool a = 256, b = 0.5, c = (_Bool)(void *)&a;
    bool d = -0.0;
    printf("%d %d %d %d\n", a, b, c, d);
    a = 2;
    a += 1;
    printf("%d\n", a);
    a--;
    printf("%d %zu %d\n", a, sizeof a, (bool)0.1f + true);
    d = 7 & 2;
    return d + !d + ~d + 5;
}
