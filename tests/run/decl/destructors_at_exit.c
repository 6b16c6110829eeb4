// expect: exit 4
// stdout: main
// stdout: end
#include <stdio.h>
#include <stdlib.h>
__attribute__((destructor)) static void end(void) { printf("end\n"); }
static void leave(int code) { exit(code); }
int main(void) {
    printf("main\n");
    leave(4);
    return 0;
}
