// run: svcomp --property unreach-call --data-model LP64
// expect: safe
int abs(int);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > -10 && abs(n) > n && n > 0)
        reach_error();
}
