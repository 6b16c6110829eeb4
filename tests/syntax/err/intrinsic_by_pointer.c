// expect: unsupported
void __ESBMC_never_heard_of(void);
int main(void) {
    void (*f)(void) = __ESBMC_never_heard_of; // error: this intrinsic is not implemented
    f();
    return 0;
}
