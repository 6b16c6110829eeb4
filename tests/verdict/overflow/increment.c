// expect: violated
int main(void) {
    int x = 2147483647;
    x++; // error: [main.overflow.1]
    return 0;
}
