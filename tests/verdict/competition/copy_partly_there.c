// run: svcomp --property unreach-call --data-model LP64, svcomp --property unreach-call --data-model LP64 --engine kind
// Of what is copied each byte is an access of its own: those that are there are copied, none is written beyond the destination.
// expect: exit 0
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
int memcmp(const void *, const void *, unsigned long);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    char from[3] = {1, 2, 3}, to[6] = {9, 9, 9, 9, 9, 9}, small[2] = {0};
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    memcpy(to + 1, from, n);
    memmove(small, to, 6);
    if (to[0] != 9 || n > 2 && to[3] != 3 || n < 4 && to[4] != 9 || small[0] != 9 || memcmp(small, to, 2) != 0)
        reach_error();
}
