// run: run --conversion-check
// expect: violated
int main(void) {
    int x = 300;
    unsigned char c = x; // error: [main.conversion.1]
    return c == 0;
}
