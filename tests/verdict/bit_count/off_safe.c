// run: run --no-bit-count-check, bmc --no-bit-count-check
// expect: safe
int main(void) {
    unsigned zero = 0;
    __builtin_ctz(zero);
    return 0;
}
