// Blocks that follow each other in the reverse order of the source are merged from the first on.
// expect: exit 0
// stdout: d12
// stdout: d39
#include <stdio.h>
int main(int argc, char **argv) {
    int x = argc;
    if (argc > 0) goto a;
    return 9;
d: printf("d%d\n", x); goto e;
c: x *= 3; goto d;
b: x += 4; goto c;
a: x -= 1; goto b;
e: if (x++ < 14) goto c;
    return argv == 0;
}
