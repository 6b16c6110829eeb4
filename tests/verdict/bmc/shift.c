// expect: violated
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    if (n > 32)
        return 0;
    return 1u << n != 0; // error: [main.undefined-shift.1]
}
