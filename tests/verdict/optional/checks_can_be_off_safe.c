// run: run --no-signed-overflow-check
// expect: safe
int main(void) {
    int x = 2147483647;
    unsigned char n = 7;
    x++;
    return x == -2147483647 - 1 && n == 7 ? 0 : 1;
}
