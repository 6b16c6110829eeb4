// expect: exit 66
// stdout: 10000110 10010100 01000110 00100100 00001100 00100001 00001100
// stdout: Qq1
#include <ctype.h>
#include <stdio.h>
int main(void) {
    const char *s = "aZ5 _\n~";
    for (; *s; s++)
        printf("%d%d%d%d%d%d%d%d ", !!isalpha(*s), !!isdigit(*s), !!isspace(*s), !!isupper(*s), !!ispunct(*s), !!isprint(*s), !!isxdigit(*s), !!iscntrl(*s));
    printf("\n%c%c%c\n", toupper('q'), tolower('Q'), toupper('1'));
    int (*f)(int) = isalnum;
    return !!f('x') + (toupper)('a');
}
