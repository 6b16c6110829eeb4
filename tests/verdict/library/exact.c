// Functions that are exact.
// run: bmc, bmc --engine kind
// expect: proved
#include <arpa/inet.h>
#include <inttypes.h>
#include <strings.h>
#include <wchar.h>
int main(void) {
    wchar_t w[3] = {L'a', L'b', L'c'};
    imaxdiv_t d = imaxdiv(-7, 2);
    __CPROVER_assert(ffs(0) == 0 && ffs(8) == 4, "ffs");
    __CPROVER_assert(htonl(0x01020304) == 0x04030201 && ntohs(0x0102) == 0x0201, "byte order");
    __CPROVER_assert(imaxabs(-3) == 3 && d.quot == -3 && d.rem == -1, "intmax");
    __CPROVER_assert(wmemchr(w, L'c', 3) == w + 2 && !wmemchr(w, L'd', 3), "wmemchr");
    __CPROVER_assert(__builtin_powi(2.0, 10) == 1024.0 && __builtin_powif(2.0f, -1) == 0.5f, "powi");
    return 0;
}
