// run: check
// expect: violated
// The value of `x` is not one that an execution may choose once and for all: the assertion fails for another.
#include <assert.h>
int main(void) {
    int x;
    struct { unsigned a : 3, b : 5; } s;
    s.a = 1;
    assert(s.b == 0 || s.a == 1);
    assert(x == 0); // error: assertion x == 0
    return 0;
}
