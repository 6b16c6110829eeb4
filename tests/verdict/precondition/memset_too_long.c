// expect: violated
#include <string.h>
int main(void) {
    int a[3];
    memset(a, 0, 4 * sizeof *a); // error: [main.precondition.1]
    return 0;
}
