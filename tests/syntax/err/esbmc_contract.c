// expect: unsupported
__ESBMC_contract // error: contracts are not supported: '__ESBMC_contract'
int f(int x) {
    return x;
}
int main(void) { return f(0); }
