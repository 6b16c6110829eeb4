// run: run -D LIMIT=7 -I tests/run/units/parts
// expect: exit 0
// stdout: 7 42
// stdout: 100 renamed.c
#include "value.h"
#include <stdio.h>
int main(void) {
    printf("%d %d\n", LIMIT, VALUE);
#line 100 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    return 0;
}
