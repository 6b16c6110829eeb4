#undef _GNU_SOURCE
#undef _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include <stdio.h>
#include <string.h>
#include <time.h>
long never_used_here(double, double);
void passed(int x) { printf("%d\n", x); }
int in_strict_mode(void) {
    struct tm t = { .tm_year = 99 };
    fpos_t place;
    (void)&place;
    return t.tm_year;
}
