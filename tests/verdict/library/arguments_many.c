// There may be more arguments than are followed.
// run: bmc --timeout 20
// expect: inconclusive
#include <assert.h>
int main(int argc, char **argv) {
    int n = 0;
    for (int i = 1; i < argc; i++)
        n += argv[i][0] != 0;
    assert(n < 9);
    return 0;
}
