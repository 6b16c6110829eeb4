// expect: violated
#include <ctype.h>
int main(void) {
    int (*f)(int) = isalpha;
    int c = 1000;
    return (isalpha)(c) && f; // error: [main.precondition.1]
}
