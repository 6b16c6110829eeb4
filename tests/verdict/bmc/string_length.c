// expect: violated
#include <string.h>
char nondet_char(void);
int main(void) {
    char s[4];
    for (int i = 0; i < 4; i++)
        s[i] = nondet_char();
    return strlen(s) > 9; // error: strlen
}
