// Another seed gives any numbers, and so does going on.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2
// expect: violated
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    unsigned s = 7, t = 8;
    srand(s);
    int a = rand();
    if (CASE == 1)
        srand(t);
    int b = CASE == 2 ? rand_r(&s) : a, c = CASE == 2 ? rand_r(&t) : rand();
    assert(b == c); // error: [main.assertion.1]
    return 0;
}
