// K&R definitions: parameters are promoted at calls, declarations may come in any order.
// expect: exit 0
// stdout: 122 4 5
#include <stdio.h>
int scale(a, f, c)
    char c;
    int a;
    float f;
{
    return (int)(a * f) + c;
}
int no_declaration(x) { return x + 1; }
int empty() { return 5; }
int main(void) {
    printf("%d %d %d\n", scale(10, 2.5, 'a'), no_declaration(3), empty());
    return 0;
}
