// A number that equals the address of an object, and what is written there.
// run: svcomp --property unreach-call --data-model LP64
// expect: inconclusive
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int x;
int main(void) {
    int *p = (int *)__VERIFIER_nondet_ulong();
    if (p == &x) {
        *p = 5;
        if (x == 5)
            reach_error();
    }
    return 0;
}
