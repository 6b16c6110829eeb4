// expect: exit 0
// stdout: Copy long
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *a = strdup("copy"), *b = strndup("longer", 4);
    if (!a || !b)
        return 1;
    a[0] = 'C';
    printf("%s %s\n", a, b);
    free(a);
    free(b);
    return 0;
}
