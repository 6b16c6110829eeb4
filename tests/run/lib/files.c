// run: run --seed 3, run --seed 4, run
// expect: safe
#include <stdio.h>
int main(void) {
    FILE *f = fopen("data", "rb");
    if (!f)
        return 0;
    char buffer[8];
    size_t n = fread(buffer, 1, sizeof buffer, f);
    if (n > sizeof buffer)
        return 1;
    if (fseek(f, 0, SEEK_SET) == 0 && ftell(f) < -1)
        return 2;
    fprintf(f, "%d", 5);
    fclose(f);
    return 0;
}
