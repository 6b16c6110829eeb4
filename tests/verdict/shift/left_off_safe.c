// run: run --no-shl-overflow-check, bmc --no-shl-overflow-check, bmc --shl-overflow-check --no-shl-overflow-check
// expect: safe
int main(void) {
    int n = 31;
    return (1 << n) > 0;
}
