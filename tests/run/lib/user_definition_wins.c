// A function that the program defines itself is not replaced by the model.
// expect: exit 0
// stdout: 999
#include <stdio.h>
int abs(int x) { return x + 1000; }
int main(void) {
    int (*f)(int) = abs;
    printf("%d\n", f(-1));
    return 0;
}
