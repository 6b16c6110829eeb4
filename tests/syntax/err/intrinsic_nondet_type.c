// expect: unsupported
int main(void) {
    return __VERIFIER_nondet_quaternion(); // error: the built-in function '__VERIFIER_nondet_quaternion' is not known
}
