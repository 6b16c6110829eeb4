// Arguments of the program are inputs, with what is in them.
// run: bmc --stop-on-fail
// expect: violated
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "-x") == 0 && argv[2][0] == 'y')
        assert(argv[2][1] != 'z'); // error: [main.assertion.1]
    return 0;
}
