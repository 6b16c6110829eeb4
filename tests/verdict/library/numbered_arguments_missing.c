// run: run, bmc
// expect: violated
#include <stdio.h>
int main(void) {
    printf("%2$d\n", 1); // error: printf arguments readable
    return 0;
}
