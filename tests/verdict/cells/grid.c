// run: check --engine kind --max-k-step 1 --timeout 10
// expect: inconclusive
// The last column of each row is not copied.
#include <assert.h>
#define N 1000
int a[N][N], b[N][N];
int nondet_int(void);

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = nondet_int();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N - 1; j++)
            b[j][i] = a[i][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(b[j][i] == a[i][j]);
    return 0;
}
