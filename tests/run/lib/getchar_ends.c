// expect: safe
// Without inputs there is nothing to read: a loop up to EOF ends.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int n = 0, c;
    while ((c = getchar()) != EOF)
        n++;
    char line[20];
    assert(n == 0 && feof(stdin) && fgets(line, 20, stdin) == NULL);
    FILE *f = fopen("some file", "r");
    if (f) {
        fclose(f);
        return 1;
    }
    return 0;
}
