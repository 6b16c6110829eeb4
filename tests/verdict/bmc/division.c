// expect: violated
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (b == 0)
        return 0;
    return a / b; // error: [main.overflow.1]
}
