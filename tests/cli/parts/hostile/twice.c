#if __INCLUDE_LEVEL__ < 190
#include "twice.c"
#include "twice.c"
#endif
int main(void) { return 0; }
