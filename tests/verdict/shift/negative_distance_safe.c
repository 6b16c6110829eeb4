// expect: safe
int main(void) {
    int n = 4;
    return 8 >> n;
}
