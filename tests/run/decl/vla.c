// Variable length arrays: lengths are fixed where the declaration is reached.
// expect: exit 0
// stdout: 48 66
// stdout: 4 11 2
// stdout: 20 100
// stdout: 101
#include <stdio.h>
static int sum(int n, int m, int a[n][m]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j];
    return s;
}
static int sizes(int n) {
    int total = 0;
    for (int i = 1; i <= n; i++) {
        char buffer[i];
        total += (int)sizeof buffer;
        buffer[i - 1] = 1;
        total += buffer[i - 1];
    }
    return total;
}
int main(void) {
    int n = 3, m = 4;
    int a[n][m];
    n = 100;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * m + j;
    printf("%zu %d\n", sizeof a, sum(3, m, a));
    typedef int row[m];
    m = 50;
    row r;
    int(*p)[4] = a;
    printf("%zu %d %d\n", sizeof r / sizeof(int), (*(p + 2))[3], (int)(&a[2] - &a[0]));
    printf("%d %zu\n", sizes(5), sizeof(char[n++]));
    printf("%d\n", n);
    return 0;
}
