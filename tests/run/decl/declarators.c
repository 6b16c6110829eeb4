// Declarators of every shape, and what they mean.
// expect: exit 0
// stdout: 9 5
// stdout: 7
// stdout: 6 2
// stdout: 21 8 5
#include <stdio.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*choose(int which))(int, int) { return which ? add : sub; }
typedef int (*op)(int, int);
static op table[2] = {sub, add};
static int (*(*get_table(void))[2])(int, int) { return (int (*(*)[2])(int, int)) & table; }
static int sum(int n, const int row[static 3], int m[][3]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += row[i] + m[0][i];
    return s;
}
int main(void) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int(*p)[3] = a + 1;
    int *(*q)[2];
    int x = 1, y = 2;
    int *pair[2] = {&x, &y};
    q = &pair;
    int long unsigned typedef u;
    u big = 5;
    printf("%d %d\n", choose(1)(7, 2), choose(0)(7, 2));
    printf("%d\n", (*get_table())[1](3, 4));
    printf("%d %d\n", (*p)[2], *(*q)[1]);
    printf("%d %zu %lu\n", sum(3, a[0], a + 1), sizeof(int(*)[3]), big);
    return 0;
}
