// The string of putenv has to stay.
// run: bmc
// expect: violated
#include <stdlib.h>
static int set(void) {
    char text[] = "A=x";
    return putenv(text);
}
int main(void) {
    return set() == 0 && getenv("A") != 0; // error: pointer
}
