// run: bmc
// expect: inconclusive
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
    FILE *f = fopen("a", "w");
    if (!f)
        return 0;
    fcloseall();
    return fputc('a', f);
}
