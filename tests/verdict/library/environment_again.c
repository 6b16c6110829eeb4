// What is known of one variable says nothing of another one, and calls that change it are seen.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3
// expect: violated
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *a = getenv("A");
    if (!a)
        return 0;
#if CASE == 0
    char *p = getenv("B");
#elif CASE == 1
    unsetenv("A");
    char *p = getenv("A");
#elif CASE == 2
    char *p = setenv("A", "", 0) == 0 && getenv("A")[0] == 0 ? a : 0;
#else
    char *p = setenv("A", "y", 1) == 0 && getenv("A")[0] == 'x' ? a : 0;
#endif
    assert(p != 0); // error: [main.assertion.1]
    return 0;
}
