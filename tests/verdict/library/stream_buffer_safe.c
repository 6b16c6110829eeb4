// run: bmc
// expect: proved
#include <stdio.h>
static char large[BUFSIZ], small[16];
int main(void) {
    setbuf(stdin, 0);
    setbuf(stdout, large);
    setvbuf(stderr, small, _IOFBF, sizeof small);
    setvbuf(stderr, small, _IONBF, 4096);
    return setvbuf(stderr, 0, _IOFBF, 4096);
}
