// Where a string ends its object, it does not matter how long it is.
// run: bmc
// expect: proved
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    char name[8] = "abc";
    char *home = getenv("HOME");
    if (home && access(home, 0) == 0)
        return chdir(home);
    setenv("A", name, 1);
    return rename("a", name + 3);
}
