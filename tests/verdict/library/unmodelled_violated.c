// What is violated behind such a call is found all the same.
// run: bmc
// expect: violated
#include <stdlib.h>
int main(void) {
    wchar_t wide[3];
    int room[2] = {0};
    size_t length = mbstowcs(wide, "ab", 3);
    if (length < 4)
        room[length] = 1; // error: [main.bounds.1]
    return 0;
}
