// expect: safe
#include <ctype.h>
int main(void) {
    int c = 255;
    return (toupper)(c) != c;
}
