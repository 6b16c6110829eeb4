// run: bmc
// expect: proved
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    char *end;
    errno = 0;
    assert(strtol("12", &end, 10) == 12 && errno == 0);
    assert(strlen("abc") == 3 && errno == 0);
    if (isatty(0))
        assert(errno == 0);
    errno = 0;
    strtol("x", &end, 10);
    assert(errno == 0 || errno == EINVAL);
    return 0;
}
