// expect: unsupported
int __CPROVER_uninterpreted_f(int);
int main(void) {
    return __CPROVER_uninterpreted_f(1); // error: this intrinsic is not implemented
}
