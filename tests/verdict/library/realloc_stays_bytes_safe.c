// An object that realloc moves or not has the contents that it had.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4
// expect: safe
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union both {
    char *p;
    uintptr_t u;
};

static char *object;
static unsigned char *object_bytes = (unsigned char *)&object;

static uintptr_t seen(char *p) {
    uintptr_t u = 0;
#if CASE == 0
    memcpy(&u, &p, sizeof u);
#elif CASE == 1
    union both b;
    b.p = p;
    u = b.u;
#elif CASE == 2
    u = *(uintptr_t *)&p;
#elif CASE == 3
    object = p;
    for (unsigned i = 0; i < sizeof u; i++)
        u |= (uintptr_t)object_bytes[i] << 8 * i;
#elif CASE == 4
    void *memory = malloc(sizeof u);
    if (memory) {
        char **pointer = memory;
        *pointer = p;
        uintptr_t *number = memory;
        u = *number;
        free(memory);
    }
#endif
    return u;
}

int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    *p = 7;
    uintptr_t old = seen(p);
    char *q = realloc(p, 4);
    if (!q)
        return 0;
    uintptr_t now = seen(q);
    __CPROVER_assert(*q == 7 && (old == now || old != now), "contents");
    free(q);
    return 0;
}
