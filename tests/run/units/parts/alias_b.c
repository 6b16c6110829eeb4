#include <stdio.h>
void uart_handler(void) { printf("uart\n"); }
