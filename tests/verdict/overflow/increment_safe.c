// expect: safe
int main(void) {
    int x = 2147483646;
    x++;
    return 0;
}
