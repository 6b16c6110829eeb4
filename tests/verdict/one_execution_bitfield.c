// run: check
// expect: violated
// Writing one bit-field leaves its neighbours in the same unit indeterminate.
#include <assert.h>
int main(void) {
    struct { unsigned a : 3, b : 5; } s;
    s.a = 1;
    assert(s.b == 0); // error: assertion s.b == 0
    return 0;
}
