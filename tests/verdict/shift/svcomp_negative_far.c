// run: svcomp --property no-overflow --data-model LP64, svcomp --property no-overflow --data-model LP64 --engine bmc
// expect: exit 10
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 30)
        return 0;
    return (-3 << n) == 5;
}
