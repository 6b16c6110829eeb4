// run: run --32
// requires: m32
// expect: exit 0
#include <float.h>
int main(void) { return FLT_EVAL_METHOD; }
