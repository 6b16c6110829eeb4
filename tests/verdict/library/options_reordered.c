// Whether an option behind another argument is found depends on the system, and so do abbreviations.
// run: bmc -DCASE=0, bmc -DCASE=1
// expect: inconclusive
#include <assert.h>
#define _GNU_SOURCE
#include <getopt.h>
int main(void) {
    char name[] = "p", word[] = "x", option[] = "-a", part[] = "--verb";
    static const struct option all[] = {{"verbose", 0, 0, 'v'}, {0, 0, 0, 0}};
#if CASE == 0
    char *argv[] = {name, word, option, 0};
    assert(getopt(3, argv, "a") == -1);
#else
    char *argv[] = {name, part, 0};
    assert(getopt_long(2, argv, "a", all, 0) == '?');
#endif
    return 0;
}
