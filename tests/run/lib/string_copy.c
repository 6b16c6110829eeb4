// expect: exit 0
// stdout: hello 5
// stdout: hello, world
// stdout: 99 0 35
// stdout: end 3
// stdout: hhello
// stdout: 3 1
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[32], b[32];
    strcpy(a, "hello");
    printf("%s %zu\n", a, strlen(a));
    strcat(a, ", world");
    printf("%s\n", a);
    memset(b, '#', sizeof b);
    strncpy(b, "abc", 6);
    printf("%d %d %d\n", b[2], b[5], b[6]);
    b[0] = 0;
    strncat(b, "xyzw", 2);
    printf("%s %ld\n", b, (long)(stpcpy(b, "end") - b));
    memcpy(b, a, 6);
    memmove(b + 1, b, 5);
    b[6] = 0;
    printf("%s\n", b);
    printf("%zu %d\n", strnlen(a, 3), memcmp("abc", "abd", 3) < 0);
    return 0;
}
