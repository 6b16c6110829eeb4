// run: svcomp --property valid-memsafety --data-model LP64
// expect: safe
void reach_error(void) __attribute__((noreturn));
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4];
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        reach_error();
    a[i] = 1;
}
