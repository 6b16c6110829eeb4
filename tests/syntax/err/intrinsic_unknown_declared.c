// expect: unsupported
void __ESBMC_never_heard_of(int *p);
void __CPROVER_k_induction_hint(unsigned, unsigned, unsigned, unsigned);
int __VERIFIER_weak_memory(void);
int main(void) {
    int x = 0;
    __ESBMC_never_heard_of(&x); // error: this intrinsic is not implemented
    __CPROVER_k_induction_hint(1, 2, 3, 4); // error: this intrinsic is not implemented
    return __VERIFIER_weak_memory(); // error: this intrinsic is not implemented
}
