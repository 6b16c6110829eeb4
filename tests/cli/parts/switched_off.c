int __VERIFIER_nondet_int(void);
#pragma CPROVER check disable "div-by-zero"
int main(void) {
    return 7 / __VERIFIER_nondet_int();
}
