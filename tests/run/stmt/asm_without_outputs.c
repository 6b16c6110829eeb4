// Inline assembly without outputs does nothing that a program can see.
// expect: exit 0
// stdout: 3
#include <stdio.h>
int main(void) {
    int x = 3;
    __asm__ volatile("" ::: "memory");
    asm("nop");
    __asm__ __volatile__("" : : "r"(x));
    printf("%d\n", x);
    return 0;
}
