// run: check
// expect: proved
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = dprintf(2, "%d\n", 42);
    assert(n == 3 || n < 0);
    return 0;
}
