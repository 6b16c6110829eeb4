// run: svcomp --property unreach-call --data-model LP64
// expect: exit 10
void *memset(void *, int, unsigned long);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    char c[2];
    unsigned n = (unsigned)__VERIFIER_nondet_int() & 3;
    memset(c, 0, n);
    if (n == 3)
        reach_error();
}
