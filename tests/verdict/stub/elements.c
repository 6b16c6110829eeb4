// A function without a body may write through every pointer of an array that it is given.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, bmc -DCASE=5
// expect: violated
#include <stdlib.h>
struct s {
    int n;
    int *p;
};
void f(int **);
void g(const struct s *);
void h(int *(*)[2]);
void k(int, ...);
void l(struct s **);
int main(void) {
    int x = 1, y = 1;
#if CASE == 0
    int *a[3] = {&x, &x, &y};
    f(a);
#elif CASE == 1
    int *a[2] = {&y, &x};
    f(a + 1);
#elif CASE == 2
    struct s a[2] = {{0, &x}, {0, &y}};
    g(a);
#elif CASE == 3
    int *a[2][2] = {{&x, &x}, {&x, &y}};
    h(a);
#elif CASE == 4
    int *a[2] = {&x, &y};
    k(1, a);
#else
    struct s one = {0, &x}, two = {0, &y}, *a[2] = {&one, &two};
    l(a);
#endif
    __CPROVER_assert(y == 1, "unchanged"); // error: [main.assertion.1]
    return 0;
}
