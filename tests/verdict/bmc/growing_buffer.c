// A buffer that doubles: behind an allocation that may fail, sizes are choices of which the path knows the outcome.
// run: bmc
// expect: violated
#include <stdlib.h>
struct buffer { char *base; size_t capacity, length; };
static int begin(struct buffer *b, size_t capacity) {
    b->base = malloc(capacity);
    if (!b->base)
        return -1;
    b->capacity = capacity;
    b->length = 0;
    return 0;
}
static int put(struct buffer *b, char c) {
    if (b->length >= b->capacity) {
        char *base = realloc(b->base, b->capacity * 2);
        if (!base)
            return -1;
        b->base = base;
        b->capacity *= 2;
    }
    b->base[b->length++] = c;
    b->base[b->length] = 0; // error: [put.pointer.11]
    return 0;
}
int main(void) {
    struct buffer b;
    if (begin(&b, 2))
        return 1;
    for (int i = 0; i < 6; i++)
        if (put(&b, 'a'))
            break;
    int last = b.length ? b.base[b.length - 1] : 0;
    free(b.base);
    return last;
}
