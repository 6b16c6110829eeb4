// expect: violated
unsigned nondet_uint(void);
int a[10];
int main(void) {
    unsigned i = nondet_uint() % 11;
    a[i] = 1; // error: [main.bounds.1]
    return 0;
}
