// run: bmc
// expect: proved
#include <wchar.h>
int main(void) {
    wchar_t text[8];
    return swprintf(text, 8, L"%d %ls %s %%", 1, L"ab", "cd") < 9;
}
