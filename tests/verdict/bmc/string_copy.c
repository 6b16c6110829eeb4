// expect: violated
#include <string.h>
int nondet_int(void);
int main(void) {
    char to[6];
    strcpy(to, nondet_int() ? "short" : "longer"); // error: destination has room
    return to[0];
}
