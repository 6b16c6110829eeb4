// run: check --engine kind
// expect: safe
// Two dimensions: two prophecies for one index.
#include <assert.h>
#define N 300
int a[N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = 7;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(a[i][j] == 7);
    return 0;
}
