// expect: violated
#include <stdio.h>
int main(void) {
    const char *f = 0;
    printf(f); // error: [main.precondition.1]
    return 0;
}
