// run: run --shl-overflow-check
// expect: safe
int main(void) {
    int x = 536870912;
    return x << 1 == 0;
}
