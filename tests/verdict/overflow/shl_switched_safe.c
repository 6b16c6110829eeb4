// run: bmc --no-signed-overflow-check, bmc --no-shl-overflow-check
// expect: safe
int nondet_int(void);
int main(void) {
    int x = nondet_int() & 255;
    return x << 24;
}
