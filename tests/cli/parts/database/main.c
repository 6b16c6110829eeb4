#include "config.h"
#include <assert.h>
int nondet_int(void);
int main(void) {
    static const char name[] = NAME;
    int level = nondet_int();
    if (level < 0 || level > LIMIT)
        return 0;
    assert(pump(level) <= LIMIT + STEP && sizeof name == 5);
    assert(pump(level) <= LIMIT);
    return 0;
}
