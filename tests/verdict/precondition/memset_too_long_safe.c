// expect: safe
#include <string.h>
int main(void) {
    int a[3];
    memset(a, 0, sizeof a);
    return a[2];
}
