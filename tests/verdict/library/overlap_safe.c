// run: run -DCASE=0, bmc --unwind 18 -DCASE=0, run -DCASE=1, bmc --unwind 18 -DCASE=1, run -DCASE=2, bmc --unwind 18 -DCASE=2, run -DCASE=3, bmc --unwind 18 -DCASE=3, run -DCASE=4, bmc --unwind 18 -DCASE=4, run -DCASE=5, bmc --unwind 18 -DCASE=5, run -DCASE=6, bmc --unwind 18 -DCASE=6, run -DCASE=7, bmc --unwind 18 -DCASE=7, run -DCASE=8, bmc --unwind 18 -DCASE=8, run -DCASE=9, bmc --unwind 18 -DCASE=9, run -DCASE=10, bmc --unwind 18 -DCASE=10, run -DCASE=11, bmc --unwind 18 -DCASE=11, run -DCASE=12, bmc --unwind 18 -DCASE=12
// expect: safe
// Parts of one object that do not overlap.
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#if CASE == 0
#define CALL memccpy(b + 8, b, 'x', 7)
#elif CASE == 1
#define CALL mempcpy(b + 4, b, 4)
#elif CASE == 2
#define CALL swab(b, b + 4, 5)
#elif CASE == 3
#define CALL stpcpy(b + 7, b)
#elif CASE == 4
#define CALL strncpy(b, b + 3, 3)
#elif CASE == 5
#define CALL stpncpy(b + 7, b, 9)
#elif CASE == 6
#define CALL strcat(b, b + 7)
#elif CASE == 7
#define CALL strncat(b, b, 6)
#elif CASE == 8
#define CALL wcscpy(w + 5, w)
#elif CASE == 9
#define CALL wcsncpy(w + 3, w, 3)
#elif CASE == 10
#define CALL wcscat(w, w + 8)
#elif CASE == 11
#define CALL wcsncat(w, w, 4)
#elif CASE == 12
#define CALL wmemcpy(w + 3, w, 3)
#endif

int main(void) {
    char b[20] = "abcdef";
    wchar_t w[20] = L"abcd";
    CALL;
    return 0;
}
