// run: run --conversion-check
// expect: safe
int main(void) {
    int x = 200;
    unsigned char c = x;
    return c == 0;
}
