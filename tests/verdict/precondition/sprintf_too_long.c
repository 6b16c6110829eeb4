// expect: violated
// message: sprintf_too_long.c:7:5: note: in `sprintf`, called from `main` here
// message: sprintf output fits the destination
#include <stdio.h>
int main(void) {
    char a[4];
    sprintf(a, "%d", 12345);
    return a[0] == 0;
}
