int main(void) {
    int x = 1;
    long x = 2; // error: x
    return 0;
}
