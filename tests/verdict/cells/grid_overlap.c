// run: check --engine kind --max-k-step 1 --no-bounds-check
// expect: violated
// Columns beyond the end of a row are places of the next one: a row is changed again after it was written.
#include <assert.h>
#define N 1000
static int a[N][N];

int main(void) {
    for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            a[i][j + 2] = i;
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            assert(a[i][j] == i); // error: [main.assertion.1]
    return 0;
}
