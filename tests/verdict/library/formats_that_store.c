// The same pointer is a format with %n on another path.
// run: bmc
// expect: violated
#include <stdio.h>
int nondet_int(void);
void reach_error(void);
int main(void) {
    int c = nondet_int(), count = 0;
    const char *format = c ? "ab" : "abcd%n";
    if (c) printf(format, &count);
    if (!c) printf(format, &count);
    if (count == 4) reach_error(); // error: [main.error.1]
    return 0;
}
