extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int() && -2147483648 > 0) __CPROVER_assert(0, "unsigned long in C90");
    return 0;
}
