// expect: exit 0
// stdout: the quick brown fox
#include <stdio.h>
static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7:
            *to++ = *from++;
        case 6:
            *to++ = *from++;
        case 5:
            *to++ = *from++;
        case 4:
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}
int main(void) {
    char buffer[32] = {0};
    copy(buffer, "the quick brown fox", 20);
    printf("%s\n", buffer);
    return 0;
}
