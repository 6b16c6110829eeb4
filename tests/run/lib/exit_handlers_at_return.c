// expect: exit 3
// stdout: body
// stdout: bye
#include <stdio.h>
#include <stdlib.h>
static void bye(void) { printf("bye\n"); }
int main(void) {
    atexit(bye);
    printf("body\n");
    return 3;
}
