// run: check --depth 200
// expect: violated
// Paths are cut in a recursion that never ends, too.
#include <assert.h>

static unsigned forever(unsigned x) {
    return forever(x + 1);
}

int main(int argc, char *argv[]) {
    if (argc == 5)
        forever(1);
    assert(argc == 1); // error: [main.assertion.1]
    return 0;
}
