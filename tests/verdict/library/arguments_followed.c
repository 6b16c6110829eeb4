// All entries may be looked at: the last is null.
// run: bmc
// expect: violated
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        assert(strcmp(argv[i], "-x") != 0); // error: [main.assertion.1]
    return argv[argc][0]; // error: [main.pointer.3]
}
