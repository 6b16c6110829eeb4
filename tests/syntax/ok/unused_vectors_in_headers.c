// Types that are not supported may be declared as long as nothing uses them.
#include <math.h>
#include <complex.h>
int main(void) { return 0; }
