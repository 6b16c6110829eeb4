// run: check
// expect: violated
#include <stdio.h>
#include <stdlib.h>

int nondet_int(void);

int main(void) {
    static char text[1000];
    for (int i = 0; i < 8; i++)
        text[i] = (char)nondet_int();
    int at = nondet_int();
    if (at >= 0 && at <= 1000)
        printf("%s\n", text + at); // error: [printf.precondition.2]
    return 0;
}
