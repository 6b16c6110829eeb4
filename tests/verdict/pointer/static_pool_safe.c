// A free list in a static pool of nodes that are larger than a few words, and a stack of which only a part has a value.
// run: bmc
// expect: safe
_Bool __VERIFIER_nondet_bool(void);
union block { union block *next; unsigned char data[32]; };
static union block pool[4], *top;
int main(void) {
    for (int i = 0; i < 4; i++) {
        pool[i].next = top;
        top = &pool[i];
    }
    union block *held[4];
    unsigned n = 0;
    for (int turn = 0; turn < 3; turn++) {
        if (__VERIFIER_nondet_bool()) {
            held[n++] = top;
            top = top->next;
        } else if (n) {
            union block *b = held[--n];
            b->next = top;
            top = b;
        }
    }
    return top == &pool[0] || top == &pool[1] || top == &pool[2] || top == &pool[3] ? 0 : *(int *)0;
}
