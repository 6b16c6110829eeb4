// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
    errno = EDOM;
    assert(errno == EDOM);
    char *home = getenv("HOME");
    assert(home == NULL || home[0] == home[0]);
    time_t t;
    time_t now = time(&t);
    assert(now == t);
    struct tm *parts = localtime(&t);
    assert(parts->tm_mon >= 0 && parts->tm_mon < 12);
    return 0;
}
