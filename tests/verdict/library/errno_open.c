// Functions may set errno without a failure, or by one that their result tells.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, bmc -DCASE=5, bmc -DCASE=6, bmc -DCASE=7, bmc -DCASE=8
// expect: violated
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    char line[8], *end;
    errno = 0;
#if CASE == 0
    int seen = isatty(0) == 0;
#elif CASE == 1
    int seen = sysconf(1) == -1;
#elif CASE == 2
    int seen = 1;
    rewind(stdin);
#elif CASE == 3
    int seen = strtol("abc", &end, 10) == 0;
#elif CASE == 4
    int seen = time(0) == -1;
#elif CASE == 5
    int seen = fopen("a", "r") != 0;
#elif CASE == 6
    int seen = fgets(line, 8, stdin) != 0;
#elif CASE == 7
    int seen = fseek(stdin, 0, SEEK_SET) == 0;
#else
    int seen = snprintf(line, 8, "a") == 1;
#endif
    assert(!seen || errno == 0); // error: [main.assertion.1]
    return 0;
}
