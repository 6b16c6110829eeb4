// run: bmc --no-shl-overflow-check --shl-overflow-check, run --no-shl-overflow-check --shl-overflow-check
// expect: violated
int main(void) {
    int n = 31;
    return (1 << n) > 0; // error: [main.overflow.1]
}
