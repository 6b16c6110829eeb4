// Handlers of interrupts are weak aliases of a default one, unless some file defines them.
// files: parts/alias_b.c
// expect: exit 0
// stdout: default 1
// stdout: default 2
// stdout: uart
// stdout: default 3
// stdout: uart
// stdout: 4 1 0
#include <stdio.h>
static int calls;
void default_handler(void) { printf("default %d\n", ++calls); }
void timer_handler(void) __attribute__((weak, alias("default_handler")));
void uart_handler(void) __attribute__((weak, alias("default_handler")));
extern int other_name(int) __attribute__((alias("add_one")));
int add_one(int x) { return x + 1; }
void (*const table[])(void) = { default_handler, timer_handler, uart_handler };
int main(void) {
    for (int i = 0; i < 3; i++)
        table[i]();
    timer_handler();
    uart_handler();
    printf("%d %d %d\n", other_name(3), table[0] == timer_handler, table[0] == uart_handler);
    return 0;
}
