// run: check --engine kind
// expect: proved
// The result of the inner call is the argument of the outer one: only its contract says what that is.
int nondet_int(void);
int f91(int x) {
    if (x > 100) return x - 10;
    return f91(f91(x + 11));
}
int main(void) {
    int x = nondet_int();
    int result = f91(x);
    __CPROVER_assert(x > 100 ? result == x - 10 : result == 91, "McCarthy's function");
    return 0;
}
