// run: check
// expect: violated
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    char *name = argv[0];
    name[strlen(name)] = 'x';
    printf("%s\n", name); // error: [printf.precondition.2]
    return 0;
}
