// run: check --engine kind --max-k-step 1
// expect: inconclusive
// Elements at the far end are wrong: nothing of it is near, and nothing is proved.
#include <assert.h>
#define N 100000
int a[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = i < 99990 ? 1 : 2;
    for (int i = 0; i < N; i++)
        assert(a[i] == 1);
    return 0;
}
