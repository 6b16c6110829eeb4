// Once the end of the file has been seen, it stays until somebody forgets it (C11 7.21.7.1p2).
// run: bmc, bmc --engine kind
// expect: safe
#include <stdio.h>
int main(void) {
    char line[3];
    int n;
    if (getchar() != EOF || !feof(stdin))
        return 0;
    __CPROVER_assert(getchar() == EOF, "getchar");
    __CPROVER_assert(fgetc(stdin) == EOF, "fgetc");
    __CPROVER_assert(!fgets(line, 3, stdin), "fgets");
    __CPROVER_assert(fread(line, 1, 3, stdin) == 0, "fread");
    __CPROVER_assert(scanf("%d", &n) == EOF, "scanf");
    ungetc('x', stdin);
    __CPROVER_assert(getchar() == 'x', "ungetc");
    return 0;
}
