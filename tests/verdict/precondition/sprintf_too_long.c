// expect: violated
#include <stdio.h>
int main(void) {
    char a[4];
    sprintf(a, "%d", 12345);
    return a[0] == 0;
}
