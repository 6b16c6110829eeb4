// A function without a model that nobody calls, one that is given numbers alone, and one that has a body here demand nothing.
// run: bmc, bmc --engine kind
// expect: proved
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    int session = getsid(0);
    return mblen("a", 1) == 1 ? 0 : session == 0;
}
int mblen(const char *text, size_t size) {
    return text && size > 0 && *text;
}
static int unused(char *text) {
    wchar_t wide[3];
    return (int)mbstowcs(wide, text, 3);
}
