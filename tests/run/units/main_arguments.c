// run: run -- first second
// expect: exit 3
// stdout: first
// stdout: second
// stdout: 1
#include <stdio.h>
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%s\n", argv[i]);
    printf("%d\n", argv[argc] == 0);
    return argc;
}
