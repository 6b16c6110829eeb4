// expect: exit 3
// stdout: 3 3 one twoABC
// stdout: 1 12 6 12
// stdout: 195 233 -1
// stdout: yz
// stdout: main main
// stdout: 2 105
// stdout: braces 7
#include <stdio.h>
#include <string.h>
#include <wchar.h>
static char exact[3] = "abc";
static char more[6] = "abc";
static const char *joined = "one " "two" "\x41" "BC";
int main(void) {
    printf("%zu %zu %s\n", sizeof exact, strlen(more), joined);
    printf("%zu %zu %zu %zu\n", sizeof "", sizeof L"ab", sizeof u"ab", sizeof U"ab");
    printf("%d %d %d\n", u8"é"[0] & 255, L"é"[0], "\377"[0]);
    printf("%c%c\n", "xyz"[1], 2["xyz"]);
    printf("%s %s\n", __func__, __FUNCTION__);
    wchar_t w[] = L"h" L"i";
    printf("%zu %d\n", wcslen(w), w[1]);
    char in[] = {"braces"};
    printf("%s %zu\n", in, sizeof in);
    return "a\0b"[2] == 'b' ? 3 : 4;
}
