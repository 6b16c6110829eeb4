// run: bmc
// expect: proved
#include <assert.h>
#define _GNU_SOURCE
#include <getopt.h>
int main(void) {
    char name[] = "p", word[] = "x", option[] = "-a";
    char *argv[] = {name, word, option, 0}, *other[] = {name, option, word, 0};
    assert(getopt(3, argv, "+a") == -1 && optind == 1);
    optind = 0;
    assert(getopt(3, other, "a") == 'a' && getopt(3, other, "a") == -1 && optind == 2);
    return 0;
}
