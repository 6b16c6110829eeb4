// run: bmc --timeout 20
// expect: proved
#include <assert.h>
#include <stdlib.h>
int main(void) {
    static char text[] = "A=x", other[] = "A=z";
    if (putenv(text))
        return 0;
    assert(getenv("A") == text + 2);
    text[2] = 'y';
    assert(getenv("A")[0] == 'y');
    if (putenv(other) == 0)
        assert(getenv("A")[0] == 'z');
    if (setenv("A", "w", 1) == 0)
        assert(getenv("A")[0] == 'w');
    return 0;
}
