// A label of the assembler is the name that the linker sees, across files and in both directions.
// files: parts/asm_labels_b.c
// expect: exit 0
// stdout: 26 6 7
// stdout: 17
#include <stdio.h>
int renamed(int) __asm__("real_name");
extern int shared __asm__("real" "_shared");
int local_function(void) __asm__("exported");
int local_function(void) { return shared + 1; }
int count(void);
int main(void) {
    int n = 0;
    shared++;
    printf("%d %d %d\n", renamed(20), shared, count());
    if (sscanf("17", "%d", &n) == 1)
        printf("%d\n", n);
    return 0;
}
