// run: check
// expect: violated
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(dprintf(2, "%d\n", 42) == 3); // error: [main.assertion.1]
    return 0;
}
