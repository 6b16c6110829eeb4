// run: svcomp --property no-overflow --data-model LP64, svcomp --property no-overflow --data-model LP64 --engine bmc
// expect: safe
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 23)
        return 0;
    return (255 << n) == 5;
}
