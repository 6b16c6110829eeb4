// expect: exit 0
// stdout: 5 -1
// stdout: 203 6
// stdout: 6
#include <stdio.h>
static int find(int a[3][3], int v) {
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (a[i][j] == v)
                goto found;
    return -1;
found:
    return i * 3 + j;
}
static int into(int x) {
    if (x > 3)
        goto inside;
    for (int i = 0; i < 2; i++) {
        x += 100;
    inside:
        x++;
        if (x > 200)
            break;
    }
    return x;
}
static int local_labels(int n) {
    int r = 0;
    {
        __label__ again;
    again:
        r++;
        if (r < n)
            goto again;
    }
    {
        __label__ again;
        int k = 0;
    again:
        if (++k < n)
            goto again;
        r += k;
    }
    return r;
}
static int redeclare(void) {
    int n = 0, total = 0;
back: {
    int fresh = n;
    total += fresh;
    n++;
    if (n < 4)
        goto back;
}
    return total;
}
int main(void) {
    int a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d %d\n", find(a, 6), find(a, 10));
    printf("%d %d\n", into(1), local_labels(3));
    printf("%d\n", redeclare());
    return 0;
}
