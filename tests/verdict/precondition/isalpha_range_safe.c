// expect: safe
#include <ctype.h>
int main(void) {
    int c = '1';
    return (isalpha)(c);
}
