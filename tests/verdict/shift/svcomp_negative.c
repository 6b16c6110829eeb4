// run: svcomp --property no-overflow --data-model LP64, svcomp --property no-overflow --data-model LP64 --engine bmc
// expect: exit 10
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 31)
        return 0;
    return (-2 << n) == 5;
}
