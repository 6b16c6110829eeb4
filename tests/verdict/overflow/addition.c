// expect: violated
int main(void) {
    int x = 2147483647;
    int y = x + 1; // error: [main.overflow.1]
    return y != y;
}
