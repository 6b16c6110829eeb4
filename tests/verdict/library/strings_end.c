// A string that the library is given ends within its object.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, bmc -DCASE=5, bmc -DCASE=6, run -DCASE=4
// expect: violated
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#if CASE == 0
#define CALL fopen(open, "r")
#elif CASE == 1
#define CALL fopen("a", open)
#elif CASE == 2
#define CALL setenv("A", open, 1)
#elif CASE == 3
#define CALL unlink(open)
#elif CASE == 4
#define CALL rename("a", open)
#elif CASE == 5
#define CALL sscanf(open, "%*c")
#elif CASE == 6
#define CALL strftime(text, sizeof text, open, &t)
#endif
int main(void) {
    char text[9], open[3] = {'a', 'b', 'c'};
    struct tm t = {0};
    (void)text, (void)t;
    CALL; // error: pointer valid in *s
    return 0;
}
