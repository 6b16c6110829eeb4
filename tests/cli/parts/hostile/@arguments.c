#include <stddef.h>
int main(void) { int *p = NULL; return *p; }
