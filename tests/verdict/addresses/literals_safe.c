// Equal literals of one file are one object, as with gcc; a literal is no other object, and wide ones are aligned.
// run: bmc, bmc --engine bmc
// expect: proved
#include <stdint.h>
#include <wchar.h>
static char text[] = "abc";
int main(void) {
    const char *a = "abc", *b = "abc";
    __CPROVER_assert(a == b && a != text && (uintptr_t)L"wide" % sizeof(wchar_t) == 0, "known");
    return 0;
}
