// Units see the library by different feature macros; a linker does not mind what differs and is not used.
// files: parts/feature_macros_b.c
// expect: exit 0
// stdout: 3
// stdout: 0 99 3
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
int in_strict_mode(void);
void passed(unsigned);
void *never_used_here(int);
int main(void) {
    char text[64] = "";
    struct tm t = { .tm_year = 100, .tm_gmtoff = 3 };
    fpos_t place;
    (void)&place;
    passed(3);
    printf("%d %d %d\n", text[0] + (0 ? strerror_r(0, text, sizeof text) != 0 : 0), in_strict_mode(), (int)t.tm_gmtoff);
    return 0;
}
