// expect: exit 21
// stdout: 5 5
// stdout: 12 10 21
// stdout: 1 2 3
#include <stdio.h>
int main(void) {
    int i, n = 0;
    for (i = 0, n = 10; i < n; i++, n--)
        ;
    printf("%d %d\n", i, n);
    do
        n += 2;
    while (n < 12);
    while (n --> 10)
        if (n == 11)
            continue;
        else
            printf("%d ", n);
    for (;;) {
        if (++n > 20)
            break;
    }
    printf("%d\n", n);
    do {
        continue;
    } while (0);
    for (int k = 0; k < 3; k++) {
        int fresh = k;
        for (int k = 0; k < 2; k++)
            fresh += k;
        printf("%d ", fresh);
    }
    printf("\n");
    return n;
}
