extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() + 1;
    return x / __VERIFIER_nondet_int();
}
