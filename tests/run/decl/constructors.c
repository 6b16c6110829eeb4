// Constructors run before main by priority, destructors after it and after what atexit registered.
// expect: exit 3
// stdout: first 0
// stdout: second 1
// stdout: late 2
// stdout: both 3
// stdout: main 4
// stdout: registered 5
// stdout: both 6
// stdout: end middle 7
// stdout: end last 8
#include <stdio.h>
#include <stdlib.h>
static int order;
static void late(void) __attribute__((constructor));
static void late(void) { printf("late %d\n", order++); }
__attribute__((constructor(200))) static void second(void) { printf("second %d\n", order++); }
__attribute__((constructor(101))) void first(void) { printf("first %d\n", order++); }
__attribute__((constructor, destructor)) static int both(void) { printf("both %d\n", order++); return order; }
__attribute__((destructor(101))) static void end_last(void) { printf("end last %d\n", order++); }
__attribute__((destructor(200))) static void end_middle(void) { printf("end middle %d\n", order++); }
static void registered(void) { printf("registered %d\n", order++); }
int main(void) {
    printf("main %d\n", order++);
    atexit(registered);
    return 3;
}
