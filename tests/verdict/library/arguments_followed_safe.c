// Where the table is used in another way, executions with few arguments are followed.
// run: bmc --timeout 20
// expect: proved
#include <assert.h>
static char second(char **words) {
    return words[2][0];
}
int main(int argc, char **argv) {
    assert(argc >= 1);
    if (argc != 3)
        return 1;
    assert(argv[argc] == 0 && argv[argc - 1] != argv[1]);
    char **next = argv + 1;
    assert(next[0] == argv[1] && *++next == argv[2]);
    return second(argv);
}
