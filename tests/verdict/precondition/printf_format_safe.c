// expect: safe
#include <stdio.h>
int main(void) {
    const char *f = "";
    printf(f);
    return 0;
}
