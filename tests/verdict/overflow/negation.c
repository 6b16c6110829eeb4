// expect: violated
int main(void) {
    int x = -2147483647 - 1;
    int y = -x; // error: [main.overflow.1]
    return y != y;
}
