// run: check
// expect: violated
int nondet_int(void);
int f91(int x) {
    if (x > 100) return x - 10;
    return f91(f91(x + 11));
}
int main(void) {
    int x = nondet_int();
    int result = f91(x);
    __CPROVER_assert(result == 91, "not for large numbers"); // error: [main.assertion.1]
    return 0;
}
