// expect: unsupported
int f(int x) {
    __ESBMC_requires(x > 0); // error: contracts are not supported: '__ESBMC_requires'
    __ESBMC_ensures(x > 1); // error: contracts are not supported: '__ESBMC_ensures'
    return x;
}
int main(void) {
    int i = 0;
    __ESBMC_loop_invariant(i >= 0); // error: contracts are not supported: '__ESBMC_loop_invariant'
    while (i < 3)
        i++;
    return f(1) - 1;
}
