// Declarations that nobody reads come before one that decides: its contents must keep their number in the replay.
// run: check --engine bmc
// expect: violated
int f(int n) {
    int a, b = n;
    a = b + 1;
    return a;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int twice = 2 * i;
        sum += f(twice);
    }
    int x;
    int y = x;
    if (sum == 9 && y == 12345)
        __CPROVER_assert(0, "x decides"); // error: [main.assertion.1]
    return 0;
}
