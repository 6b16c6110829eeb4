// expect: safe
int main(void) {
    int x = 65535;
    int y = x * 32768;
    return y != y;
}
