// expect: exit 0
// stdout: 7 97 98 3
#include <stdio.h>
static int counter(void) {
    static int n = 5;
    return n++;
}
static int other(void) {
    static int n;
    static const char *names[] = {"a", "b"};
    return n++ + names[n - 1 > 1 ? 1 : 0][0];
}
int tentative;
int tentative;
int tentative = 3;
extern int tentative;
int main(void) {
    counter();
    counter();
    int first = counter();
    int second = other(), third = other();
    printf("%d %d %d %d\n", first, second, third, tentative);
    return 0;
}
