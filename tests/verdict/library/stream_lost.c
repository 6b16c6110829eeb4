// run: bmc --memory-leak-check
// expect: violated
#include <stdio.h>
int main(void) {
    FILE *f = fopen("a", "r");
    return f != 0;
} // error: [main.memory-leak.1]
