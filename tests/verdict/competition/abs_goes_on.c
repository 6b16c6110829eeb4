// run: svcomp --property unreach-call --data-model LP64, svcomp --property unreach-call --data-model LP64 --engine bmc
// expect: exit 10
int abs(int);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    if (abs(__VERIFIER_nondet_int()) < 0)
        reach_error();
}
