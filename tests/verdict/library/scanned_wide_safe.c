// run: bmc
// expect: proved
#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t w[4], c[2], v[4];
    int n = sscanf("abcde12", "%3ls%2lc%l[0-9]", w, c, v);
    __CPROVER_assert(n == 3 && w[0] == L'a' && w[3] == 0 && c[1] == L'e' && v[1] == L'2' && v[2] == 0, "all of it");
    if (scanf("%2ls", v) == 1)
        __CPROVER_assert(v[0] != 0 && (v[1] == 0 || v[2] == 0), "one or two");
    return 0;
}
