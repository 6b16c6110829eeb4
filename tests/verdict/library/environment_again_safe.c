// A variable is what it was as long as nobody changes it.
// run: bmc --timeout 20
// expect: proved
#include <assert.h>
#include <stdlib.h>
int main(void) {
    if (getenv("HOME")) {
        char *p = getenv("HOME");
        assert(p != 0);
    } else {
        assert(!getenv("HOME"));
    }
    if (setenv("A", "x", 1) == 0) {
        assert(getenv("A") && getenv("A")[0] == 'x' && getenv("A")[1] == 0);
        if (unsetenv("A") == 0)
            assert(!getenv("A"));
    }
    return 0;
}
