// On this machine a list is a record that is passed by value; C does not say that the caller's stays.
// run: bmc --target arm
// expect: violated
#include <stdarg.h>
#include <stdio.h>
struct state {
    va_list list;
};
static int size_then_text(char *text, unsigned size, const char *format, ...) {
    struct state state, *s = &state;
    va_start(s->list, format);
    int n = vsnprintf(0, 0, format, s->list);
    vsnprintf(text, size, format, s->list); // error: vsnprintf arguments readable
    va_end(s->list);
    return n;
}
int main(void) {
    char text[40];
    return size_then_text(text, 40, "%d", 1);
}
