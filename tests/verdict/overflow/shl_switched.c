// << belongs to signed arithmetic; its own option has the last word.
// run: bmc --no-signed-overflow-check --shl-overflow-check, bmc --no-standard-checks --signed-overflow-check
// expect: violated
int nondet_int(void);
int main(void) {
    int x = nondet_int() & 255;
    return x << 24; // error: [main.overflow.1]
}
