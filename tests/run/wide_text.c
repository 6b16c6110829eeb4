// expect: exit 0
// stdout:    42|-7   |+3|00099| 5
// stdout: 0xff AB 10 12345678901234 44 q%
// stdout: 007      1 03
// stdout: 23
// stdout: 31
// stdout: 13
// stdout: 2
// stdout: -1
// stdout: 1
// stdout: 0
#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t b[40];
    int n[12], k = 0;
    n[k++] = swprintf(b, 40, L"%5d|%-5d|%+d|%05d|% d", 42, -7, 3, 99, 5);
    for (wchar_t *p = b; *p; p++) putchar((char)*p);
    putchar('\n');
    n[k++] = swprintf(b, 40, L"%#x %X %o %llu %hhd %c%%", 255, 171, 8, 12345678901234ull, 300, 'q');
    for (wchar_t *p = b; *p; p++) putchar((char)*p);
    putchar('\n');
    n[k++] = swprintf(b, 40, L"%.3d %*d %.*d", 7, 6, 1, 2, 3);
    for (wchar_t *p = b; *p; p++) putchar((char)*p);
    putchar('\n');
    n[k++] = swprintf(b, 3, L"%d", 12);
    n[k++] = swprintf(b, 2, L"%d", 12);
    n[k++] = swprintf(b, 10, L"%c", 0);
    n[k++] = swprintf(b, 10, L"");
    for (int i = 0; i < k; i++) printf("%d\n", n[i]);
    return 0;
}
