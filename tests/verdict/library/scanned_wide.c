// Wide characters take more than a byte.
// run: bmc, run
// expect: violated
#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t w[3];
    return sscanf("abc", "%ls", w); // error: dereference
}
