// run: run --shl-overflow-check
// expect: violated
int main(void) {
    int x = 1073741824;
    return x << 1 != 0; // error: [main.overflow.1]
}
