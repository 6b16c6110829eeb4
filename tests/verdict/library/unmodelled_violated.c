// What is violated before such a call is found all the same; a violation that rests on what the function does is none.
// run: bmc, bmc --engine bmc
// expect: violated
#include <stdlib.h>
int main(void) {
    wchar_t wide[3];
    int room[2] = {0};
    size_t length = 2;
    if (length < 4)
        room[length] = 1; // error: [main.bounds.1]
    mbstowcs(wide, "ab", 3);
    return 0;
}
