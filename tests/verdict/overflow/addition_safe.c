// expect: safe
int main(void) {
    int x = 2147483646;
    int y = x + 1;
    return y != y;
}
