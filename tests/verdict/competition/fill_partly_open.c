// run: svcomp --property unreach-call --data-model LP64, svcomp --property unreach-call --data-model LP64 --engine kind
// A part of what is filled is there, and is filled.
// expect: exit 0
void *memset(void *, int, unsigned long);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    char c[2] = {0}, d[4] = {5, 6, 7, 8};
    memset(c, 1, 3);
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    memset(d + 1, 2, n);
    if (c[0] != 1 || c[1] != 1 || d[0] != 5 || d[2] != (n > 1 ? 2 : 7))
        reach_error();
}
