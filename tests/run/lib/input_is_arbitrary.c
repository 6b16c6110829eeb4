// inputs: 2 17 99
// expect: exit 5
// stdout: 2 17 99
// scanf takes the number of conversions and their values from the inputs.
#include <stdio.h>
int main(void) {
    int a = 0, b = 0;
    int n = scanf("%d %d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    return 5;
}
