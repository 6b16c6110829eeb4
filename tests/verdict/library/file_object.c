// A FILE has the size that the header says.
// run: run --seed 3, bmc
// expect: safe
#include <stdio.h>
#include <string.h>
int main(void) {
    FILE *f = fopen("x", "r");
    if (!f)
        return 0;
    FILE copy = *f;
    memset(&copy, 0, sizeof copy);
    FILE *streams[] = {stdin, stdout, stderr};
    copy = *streams[sizeof copy % 3];
    fclose(f);
    return 0;
}
