// run: check, check --engine bmc
// expect: proved
// Numbers and single characters look the same in wide text; what does not fit is an error.
#include <assert.h>
#include <wchar.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    wchar_t text[20];
    int n = swprintf(text, 20, L"%03d|%c|%x%%", 42, 'z', 255u);
    assert(n == 9 && text[0] == L'0' && text[4] == L'z' && text[8] == L'%' && text[9] == 0);
    assert(swprintf(text, 3, L"%d", 123) < 0);
    int x = __VERIFIER_nondet_int();
    if (x >= 10 && x < 100)
        assert(swprintf(text, 20, L"%d", x) == 2 && text[0] - L'0' == x / 10);
    return 0;
}
