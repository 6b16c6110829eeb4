// run: svcomp --property valid-memsafety --data-model LP64
// Where reach_error is not asked for, it is a function like any other.
// expect: exit 10
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4];
    int i = __VERIFIER_nondet_int();
    reach_error();
    a[i] = 1;
}
