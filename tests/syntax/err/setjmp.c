// expect: unsupported
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    if (setjmp(env)) // error: setjmp
        return 1;
    return 0;
}
