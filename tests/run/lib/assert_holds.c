// expect: exit 0
#include <assert.h>
int main(void) {
    int x = 4;
    assert(x * x == 16);
    return 0;
}
