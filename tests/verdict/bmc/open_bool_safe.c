// run: check --nondet-static
// expect: safe
// What a `_Bool` holds at first is open, but it is 0 or 1, whoever looks at it.
#include <string.h>
static _Bool a;
static struct { int n; _Bool flags[2]; } s;
int main(void) {
    if (a && s.flags[1])
        __CPROVER_assert(memcmp(&a, &s.flags[1], 1) == 0, "both are true");
    __CPROVER_assert(*(unsigned char *)&s.flags[0] <= 1, "a value");
    return 0;
}
