// files: parts/linking_b.c
// Several units: external, internal, tentative, and incomplete types completed elsewhere.
// expect: exit 0
// stdout: 3 23 1
// stdout: 9 one
// stdout: 4 21
#include <stdio.h>
extern int shared[];
extern int add(int, int);
static int hidden = 1;
static int helper(void) { return hidden; }
extern int tentative;
extern const char *const names[2];
struct opaque;
struct opaque *make(int);
int value(const struct opaque *);
int call_back(int (*f)(void));
int main(void) {
    printf("%d %d %d\n", shared[2], add(1, 2), helper());
    printf("%d %s\n", tentative, names[1]);
    printf("%d %d\n", value(make(4)), call_back(helper));
    return 0;
}
