// expect: unsupported
int main(void) {
    int i = 0;
    while (i < 10)
    __CPROVER_loop_invariant(i >= 0 && i <= 10) // error: contracts are not supported: '__CPROVER_loop_invariant'
    __CPROVER_decreases(10 - i) // error: contracts are not supported: '__CPROVER_decreases'
    {
        i++;
    }
    return 0;
}
