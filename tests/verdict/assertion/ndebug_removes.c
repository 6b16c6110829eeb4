// expect: violated
#include <assert.h>
int main(void) {
    assert(0); // error: [main.assertion.1]
    return 0;
}
