// expect: violated
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a < 0 || b < 0)
        return 0;
    return (a + b) / 2; // error: [main.overflow.1]
}
