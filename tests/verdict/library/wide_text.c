// run: check, check --engine bmc
// expect: violated
// What stands in the destination where the text does not fit is open, and so is a string's text.
#include <assert.h>
#include <wchar.h>
int main(void) {
    wchar_t text[4];
    if (swprintf(text, 4, L"%d", 12345) < 0)
        assert(text[0] == L'1'); // error: [main.assertion.1]
    return swprintf(text, 4, L"%ls", L"ab") == 3;
}
