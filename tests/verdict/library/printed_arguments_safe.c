// run: check
// expect: proved
// Arguments have an end, however long they are.
#include <stdio.h>

int main(int argc, char *argv[]) {
    if (argc < 2) {
        printf("usage: %s file\n", argv[0]);
        return 1;
    }
    fprintf(stderr, "%s: %.20s, %s\n", argv[0], argv[1], argv[1] + 0);
    return 0;
}
