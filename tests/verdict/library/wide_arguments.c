// The arguments of a wide format are there.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2
// expect: violated
#include <stdlib.h>
#include <wchar.h>
#if CASE == 0
#define CALL swprintf(text, 40, L"%d %d", 1)
#elif CASE == 1
#define CALL swprintf(text, 40, L"%ls", (wchar_t *)0)
#else
#define CALL gone && swprintf(text, 40, L"%s", gone)
#endif
int main(void) {
    wchar_t text[40];
    char *gone = malloc(4);
    free(gone);
    CALL; // error: swprintf arguments readable
    return 0;
}
