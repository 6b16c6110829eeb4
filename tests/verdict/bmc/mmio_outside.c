// run: check --engine bmc --mmio 0x40000000:8
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    unsigned i = nondet_uint();
    if (i > 2)
        return 0;
    ((volatile unsigned *)0x40000000)[i] = 1; // error: [main.pointer.1]
    return 0;
}
