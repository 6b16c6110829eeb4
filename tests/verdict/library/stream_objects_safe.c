// run: bmc, bmc --memory-leak-check, bmc --memory-cleanup-check
// expect: proved
#include <stdio.h>
int main(void) {
    FILE *f = fopen("a", "r"), *p = popen("b", "r");
    if (f)
        f = freopen("b", "r", f);
    if (f)
        fclose(f);
    if (p)
        pclose(p);
    if (freopen("c", "w", stdout))
        fclose(stdout);
    return 0;
}
