// The buffer that a stream is given has the size that is said, or BUFSIZ.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2
// expect: violated
#include <stdio.h>
#include <stdlib.h>
#if CASE == 0
#define CALL setvbuf(stdout, small, _IOFBF, 4096)
#elif CASE == 1
#define CALL setbuf(stdout, small)
#else
#define CALL gone ? setvbuf(stdout, gone, _IOLBF, BUFSIZ) : 0
#endif
int main(void) {
    char small[4];
    char *gone = malloc(BUFSIZ);
    free(gone);
    (void)small;
    CALL; // error: buffer writable
    return 0;
}
