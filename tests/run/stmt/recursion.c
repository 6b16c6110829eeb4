// expect: exit 0
// stdout: 9 1 15
#include <stdio.h>
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int depth(int n, int *outer) {
    int here = n;
    if (n == 0)
        return *outer;
    return depth(n - 1, &here) + *outer;
}
int main(void) {
    int zero = 0;
    printf("%d %d %d\n", ack(2, 3), even(10), depth(5, &zero));
    return 0;
}
