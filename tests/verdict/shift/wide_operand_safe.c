// expect: safe
int main(void) {
    int n = 40;
    return (int)(1LL << n >> 41);
}
