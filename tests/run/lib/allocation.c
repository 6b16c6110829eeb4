// expect: exit 0
// stdout: 1 3 9 0
// stdout: 1
// stdout: 0
// stdout: 1
// stdout: xxxxxxxxx
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    int *a = malloc(3 * sizeof *a);
    int *z = calloc(4, sizeof *z);
    if (!a || !z)
        return 1;
    for (int i = 0; i < 3; i++)
        a[i] = i + 1;
    a = realloc(a, 6 * sizeof *a);
    a[5] = 9;
    printf("%d %d %d %d\n", a[0], a[2], a[5], z[3]);
    a = realloc(a, sizeof *a);
    printf("%d\n", a[0]);
    free(a);
    free(z);
    free(0);
    void *p = 0;
    printf("%d\n", posix_memalign(&p, 64, 100));
    memset(p, 1, 100);
    free(p);
    printf("%d\n", calloc((size_t)-1 / 2, 4) == 0);
    char *s = __builtin_alloca(10);
    memset(s, 'x', 9);
    s[9] = 0;
    printf("%s\n", s);
    return 0;
}
