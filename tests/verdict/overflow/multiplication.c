// expect: violated
int main(void) {
    int x = 65536;
    int y = x * 32768; // error: [main.overflow.1]
    return y != y;
}
