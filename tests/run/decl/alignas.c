// expect: exit 0
// stdout: 24 8 16 8
// stdout: 0 16 1
#include <stddef.h>
#include <stdio.h>
struct s { char c; _Alignas(8) short h; _Alignas(double) char d; };
_Alignas(32) static char buffer[3];
int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct s), offsetof(struct s, h), offsetof(struct s, d), _Alignof(struct s));
    printf("%lu %zu %zu\n", (unsigned long)buffer % 32, _Alignof(long double), _Alignof(char[7]));
    return 0;
}
