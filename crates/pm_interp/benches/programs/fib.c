/* Calls. */
static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main(void)
{
    return fib(30) == 832040 ? 0 : 1;
}
