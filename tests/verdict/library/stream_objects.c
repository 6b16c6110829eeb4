// Streams are what opens files makes, and heap objects are not.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, run -DCASE=0
// expect: violated
#include <stdio.h>
#include <stdlib.h>
#if CASE == 0
#define CALL fclose(malloc(1000))
#elif CASE == 1
#define CALL free(f)
#elif CASE == 2
#define CALL pclose(f)
#elif CASE == 3
#define CALL f = realloc(f, 4000)
#elif CASE == 4
#define CALL !freopen("b", "r", f) && fgetc(f)
#endif
int main(void) {
    FILE *f = fopen("a", "r");
    if (f || CASE == 0)
        CALL; // error: precondition of
    return 0;
}
