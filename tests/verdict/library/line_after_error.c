// What fgets leaves behind after an error of the stream is not known.
// run: bmc
// expect: violated
#include <assert.h>
#include <stdio.h>
int main(void) {
    char line[4] = "abc";
    if (!fgets(line, 4, stdin) && !feof(stdin))
        assert(line[3] == 0); // error: [main.assertion.1]
    return 0;
}
