// inputs: 1 0 0
// expect: violated
#include <stdio.h>
int main(void) {
    FILE *f = fopen("x", "r");
    if (!f)
        return 0;
    fclose(f);
    fclose(f); // error: [main.precondition.4]
    return 0;
}
