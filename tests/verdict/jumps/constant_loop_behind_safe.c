// A loop behind a cycle with several entries takes no decision on an input where paths meet in one order, and does in another.
// run: bmc --no-malloc-may-fail --engine bmc
// expect: safe
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
int main(void) {
    int a = nondet_int() & 3, b = nondet_int() & 3, c = nondet_int() & 3, steps = 0;
    if (a > 2 || b > 2 || c > 2) return 0;
    unsigned s = 0, room = 0, sum = 0;
    unsigned char *p = 0;
    if (c == 1) goto second;
    if (c == 2) goto third;
    while (c & 1 && steps <= 4) {
        if (steps++ > 4) goto end;
    }
second:
    if (steps++ > 4) goto end;
    if (b != c) {
        p = malloc(2);
        memset(p, 2, 2);
        room = 2;
    }
    if (p && room > 6)
        p[6] += 1;
    if (a & 1) goto third;
    do {
        s += 2;
    third:
        if (steps++ > 4) goto end;
        s = s * 3 + b;
        room = s & 1 ? 6 : 2;
        p = malloc(room);
        memset(p, 6, room);
    } while (s & 1 && steps <= 4);
    if (steps++ > 4) goto end;
    p = malloc(7);
    memset(p, 7, 7);
    room = 7;
end:
    if (p)
        for (unsigned k = 0; k < room; k++) sum += p[k];
    return 0;
}
