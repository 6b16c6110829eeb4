// run: bmc
// expect: violated
const int k = 1;
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0;
    if (__VERIFIER_nondet_int())
        __CPROVER_havoc_object(p); // error: [main.pointer.1]
    else
        __CPROVER_havoc_object((void *)&k); // error: [main.pointer.2]
    return 0;
}
