// expect: violated
#include <ctype.h>
int main(void) {
    int c = 1000;
    return (toupper)(c) == c; // error: [main.precondition.1]
}
