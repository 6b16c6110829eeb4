// expect: exit 0
// stdout: quick brown fox|ox|brown fox
// stdout: 1 0
// stdout: 4 4 brown fox
// stdout: 1 0 0
// stdout: 8
// stdout: [a][b][c]
#include <stdio.h>
#include <string.h>
int main(void) {
    const char *s = "the quick brown fox";
    printf("%s|%s|%s\n", strchr(s, 'q'), strrchr(s, 'o'), strstr(s, "brown"));
    printf("%d %d\n", strchr(s, 'z') == 0, *strchr(s, 0));
    printf("%zu %zu %s\n", strspn(s, "eht "), strcspn(s, "kq"), strpbrk(s, "xyzb"));
    printf("%d %d %d\n", strcmp("a", "b") < 0, strcmp("abc", "abc"), strncmp("abx", "aby", 2));
    printf("%ld\n", (long)((char *)memchr(s, 'k', 19) - s));
    char line[] = "a,b;;c";
    for (char *t = strtok(line, ",;"); t; t = strtok(0, ",;"))
        printf("[%s]", t);
    printf("\n");
    return 0;
}
