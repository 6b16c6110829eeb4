// expect: exit 0
// stdout: 33 -1 -1 11 10 -1 -1 -1 59 59 59 59 59 -1
// stdout: 12 1 0
// stdout: 1 2 3
// stdout: 11 5 7
// stdout: single
#include <stdio.h>
static int f(int x) {
    int r = 0;
    switch (x) {
    case 0:
        r += 1;
    case 1:
        r += 10;
        break;
    case 5 ... 9:
        r = 59;
        break;
    default:
        r = -1;
        break;
    case -3:
        return 33;
    }
    return r;
}
static int g(unsigned char c) {
    switch (c) {
    case 'a' ... 'f':
        return c - 'a' + 10;
    case 255:
        return 1;
    }
    return 0;
}
static int h(long long v) {
    switch (v) {
    case 0x100000000LL:
        return 1;
    case 0:
        return 2;
    }
    return 3;
}
static int nested(int x, int y) {
    switch (x) {
        int unreachable_init;
    case 1:
        switch (y) {
        case 1:
            return 11;
        default:
            break;
        }
        unreachable_init = 5;
        return unreachable_init;
    case 2: {
        while (1) {
            switch (y) {
            case 2:
                goto out;
            }
            y = 2;
            continue;
        }
    }
    }
out:
    return 7;
}
int main(void) {
    for (int i = -3; i <= 10; i++)
        printf("%d ", f(i));
    printf("\n%d %d %d\n", g('c'), g(255), g('z'));
    printf("%d %d %d\n", h(0x100000000LL), h(0), h(1));
    printf("%d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 9));
    switch (3)
    default:
        printf("single\n");
    switch (4)
        ;
    return 0;
}
