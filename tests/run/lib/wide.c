// expect: exit 0
// stdout: 9 1 0 5
#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t b[16];
    wcscpy(b, L"wide");
    wcscat(b, L" text");
    printf("%zu %d %d %ld\n", wcslen(b), wcscmp(b, L"wide") > 0, wcsncmp(b, L"wide!", 4), (long)(wcschr(b, L't') - b));
    return 0;
}
