// A copy is indeterminate where the original is, also in objects that began with a value.
// run: bmc --uninitialised-check, bmc --engine kind --uninitialised-check, bmc --engine auto --uninitialised-check
// expect: violated
#include <string.h>
int nondet_int(void);
struct s {
    int a, b;
};
static struct s global;
static int buffer[4], number, *pointer;
int main(void) {
    struct s u, local = {0, 0};
    int array[4], x, k = nondet_int();
    if (k != 5)
        u.a = array[2] = x = 1;
    u.b = 2;
    array[0] = 1;
    pointer = &x;
    global = u;
    local = u;
    memcpy(buffer, array, sizeof array);
    number = *pointer;
    switch (nondet_int()) {
    case 1:
        return global.a > 1; // error: [main.uninitialised.2]
    case 2:
        return local.a > 1; // error: [main.uninitialised.3]
    case 3:
        return buffer[2] > 1; // error: [main.uninitialised.4]
    case 4:
        return number > 1; // error: [main.uninitialised.5]
    }
    return 0;
}
