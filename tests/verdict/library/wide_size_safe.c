// run: run, bmc
// expect: safe
// All that there are.
#include <wchar.h>
int main(void) {
    wchar_t w[4] = L"abc", v[4];
    wmemcpy(v, w, sizeof w / sizeof *w);
    return 0;
}
