// A program without inputs has more than one execution where objects may lie side by side.
// run: bmc, bmc --engine bmc, bmc --engine kind
// expect: inconclusive
#include <assert.h>
int first[2], second[2];
int main(void) {
    int *end = first + 2;
    assert(end != second);
    return 0;
}
