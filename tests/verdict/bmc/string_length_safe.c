// expect: proved
#include <string.h>
char nondet_char(void);
int main(void) {
    char s[4];
    for (int i = 0; i < 3; i++)
        s[i] = nondet_char();
    s[3] = 0;
    __CPROVER_assert(strlen(s) <= 3, "terminated");
    return 0;
}
