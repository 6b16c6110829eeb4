// expect: unsupported
void __VERIFIER_nondet_buffer(char *p);
int main(void) {
    char b[2];
    __VERIFIER_nondet_buffer(b); // error: this intrinsic is not implemented
    return 0;
}
