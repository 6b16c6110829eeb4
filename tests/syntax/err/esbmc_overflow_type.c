// expect: unsupported
DEFINE_ESBMC_OVERFLOW_TYPE(int) // error: 'DEFINE_ESBMC_OVERFLOW_TYPE' of ESBMC is not supported
int main(void) {
    __ESBMC_overflow_result r; // error: '__ESBMC_overflow_result' of ESBMC is not supported
    return 0;
}
