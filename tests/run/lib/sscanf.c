// expect: exit 0
// stdout: 3 12 -7 rest
// stdout: 2 3.25 x
// stdout: 2 31 63
// stdout: 0 -1
// stdout: 1 abc 3
#include <stdio.h>
int main(void) {
    int a, b, n;
    char word[8], c;
    double d;
    n = sscanf("12 -7 rest", "%d %d %7s", &a, &b, word);
    printf("%d %d %d %s\n", n, a, b, word);
    n = sscanf("3.25:x", "%lf:%c", &d, &c);
    printf("%d %g %c\n", n, d, c);
    n = sscanf("0x1f,077", "%x,%o", (unsigned *)&a, (unsigned *)&b);
    printf("%d %d %d\n", n, a, b);
    printf("%d %d\n", sscanf("nope", "%d", &a), sscanf("", "%d", &a));
    n = sscanf("abc123", "%7[a-z]%n", word, &a);
    printf("%d %s %d\n", n, word, a);
    return 0;
}
