// The string of putenv is the variable itself: it changes with it.
// run: bmc
// expect: violated
#include <assert.h>
#include <stdlib.h>
int main(void) {
    static char text[] = "A=x";
    if (putenv(text))
        return 0;
    text[2] = 'y';
    assert(getenv("A")[0] == 'x'); // error: [main.assertion.1]
    return 0;
}
