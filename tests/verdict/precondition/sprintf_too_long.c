// expect: violated
#include <stdio.h>
int main(void) {
    char a[4];
    sprintf(a, "%d", 12345); // error: output fits the destination
    return a[0] == 0;
}
