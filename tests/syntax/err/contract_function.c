// expect: unsupported
int f(int x)
__CPROVER_requires(x > 0) // error: contracts are not supported: '__CPROVER_requires'
__CPROVER_ensures(x > 1) // error: contracts are not supported: '__CPROVER_ensures'
{
    return x;
}
int main(void) { return f(1) - 1; }
