// expect: violated
#include <assert.h>
int main(void) {
    int x = 3;
    assert(x == 4); // error: [main.assertion.1]
    return 0;
}
