// expect: safe
#include <assert.h>
static void need(int x) {
    assert(x > 0);
}
int main(void) {
    need(1);
    need(2);
    return 0;
}
