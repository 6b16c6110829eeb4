// run: run, bmc
// expect: violated
// So many wide characters have no size.
#include <wchar.h>
int main(void) {
    wchar_t w[4] = L"abc", v[4];
    wmemcpy(v, w, (size_t)-1 / sizeof(wchar_t) + 2); // error: wmemcpy source region readable
    return 0;
}
