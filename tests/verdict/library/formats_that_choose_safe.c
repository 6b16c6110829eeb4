// The same pointer is another format on another path: each has a length of its own.
// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: proved
#include <stdio.h>
int nondet_int(void);
void reach_error(void);
int main(void) {
    int c = nondet_int(), printed = 0;
    const char *format = c ? "ab" : "abcd";
    if (c) printf(format);
    if (!c) printed = printf(format);
    if (printed == 3) reach_error();
    return 0;
}
