// run: bmc
// expect: inconclusive
#include <wchar.h>
int main(void) {
    wchar_t text[40];
    int n = 7;
    swprintf(text, 40, L"abc%n", &n);
    __CPROVER_assert(n == 7, "not stored");
    return 0;
}
