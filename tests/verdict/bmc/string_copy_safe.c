// expect: proved
#include <string.h>
int nondet_int(void);
int main(void) {
    char to[7];
    strcpy(to, nondet_int() ? "short" : "longer");
    __CPROVER_assert(to[0] == 's' || to[5] == 'r', "copied");
    return 0;
}
