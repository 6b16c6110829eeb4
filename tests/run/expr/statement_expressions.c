// expect: exit 0
// stdout: 0 1 10 8 102 2
#include <stdio.h>
static int calls;
static int tick(void) { return ++calls; }
int main(void) {
    int a = ({ int t = tick(); t * 10; });
    int b = ({ tick(); }) + ({ int i, s = 0; for (i = 0; i < 4; i++) s += i; s; });
    ({ calls += 100; });
    struct { int x; } s = ({ struct { int x; } t = {4}; (void)t; 0; }) ? (typeof(s)){1} : (typeof(s)){2};
    for (int i = 0; i < ({ int n = i; n + 1 > 2 ? 0 : 5; }); i++)
        printf("%d ", i);
    printf("%d %d %d %d\n", a, b, calls, s.x);
    return 0;
}
