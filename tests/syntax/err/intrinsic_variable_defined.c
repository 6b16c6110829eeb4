// expect: unsupported
int __CPROVER_rounding_mode; // error: '__CPROVER_rounding_mode' of a verifier or compiler is not implemented
int main(void) {
    __CPROVER_rounding_mode = 1;
    return 0;
}
