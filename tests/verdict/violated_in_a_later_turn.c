// run: check
// What comes behind the violation in the body was executed in the turns before.
// expect: violated
// message: [main.assertion.1] line 9 assertion x > 0: SUCCESS
#include <assert.h>
int main(void) {
    for (int i = 2;; i--) {
        int x = 10 / i; // error: [main.division-by-zero.1]
        assert(x > 0);
    }
}
