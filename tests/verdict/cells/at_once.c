// run: check --engine kind
// expect: violated
// A violation before the first loop: what the cells stand for is chosen only then.
#include <assert.h>
#define N 100000
int a[N];
unsigned nondet_unsigned(void);

int main(void) {
    unsigned at = nondet_unsigned();
    if (at >= N)
        return 0;
    a[5] = 1;
    assert(a[at] == 0); // error: [main.assertion.1]
    for (int i = 0; i < N; i++)
        a[i] = 1;
    for (int i = 0; i < N; i++)
        assert(a[i] == 1);
    return 0;
}
