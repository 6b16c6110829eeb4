// expect: safe
#include <stdio.h>
int main(void) {
    char a[6];
    sprintf(a, "%d", 12345);
    return a[5];
}
