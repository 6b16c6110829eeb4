// run: svcomp --property unreach-call --data-model LP64, svcomp --property unreach-call --data-model LP64 --engine kind
// What is written through a pointer to nothing is overlooked, by a library function as by the program.
// expect: exit 0
void *memset(void *, int, unsigned long);
void *memcpy(void *, const void *, unsigned long);
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int state = 1, *open, *none = 0, *gone = malloc(4);
    free(gone);
    memset(open, 0, 4);
    memset(none, 0, 4);
    memcpy(gone, &state, 4);
    while (__VERIFIER_nondet_int()) {
        memcpy(none, open, 4);
        state = state == 1 ? 2 : 1;
    }
    if (state == 0)
        reach_error();
}
