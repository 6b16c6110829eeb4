// expect: safe
#include <stdlib.h>
_Noreturn static void f(int x) {
    exit(x);
}
int main(void) {
    f(0);
}
