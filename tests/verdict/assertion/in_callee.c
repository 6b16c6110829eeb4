// expect: violated
#include <assert.h>
static void need(int x) {
    assert(x > 0); // error: [need.assertion.1]
}
int main(void) {
    need(1);
    need(0);
    return 0;
}
