// expect: exit 0
// stdout: -5 0 1 2 3 3 4 5 6 7 8 9
// stdout: 9 1
// stdout: apple fig pear
// stdout: 1302
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
struct rec { char key; int order; };
static int by_key(const void *a, const void *b) { return ((const struct rec *)a)->key - ((const struct rec *)b)->key; }
int main(void) {
    int a[] = {5, 3, 9, 1, 7, 3, 8, 2, 6, 4, 0, -5};
    size_t n = sizeof a / sizeof *a;
    qsort(a, n, sizeof *a, by_value);
    for (size_t i = 0; i < n; i++)
        printf("%d ", a[i]);
    int key = 7, none = 10;
    int *found = bsearch(&key, a, n, sizeof *a, by_value);
    printf("\n%ld %d\n", (long)(found - a), bsearch(&none, a, n, sizeof *a, by_value) == 0);
    const char *w[] = {"pear", "apple", "fig"};
    qsort(w, 3, sizeof *w, by_text);
    printf("%s %s %s\n", w[0], w[1], w[2]);
    struct rec r[] = {{'b', 0}, {'a', 1}, {'b', 2}, {'a', 3}};
    qsort(r, 4, sizeof *r, by_key);
    printf("%d%d%d%d\n", r[0].order, r[1].order, r[2].order, r[3].order);
    return 0;
}
