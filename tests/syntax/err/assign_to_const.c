int main(void) {
    const int x = 1;
    x = 2; // error:
    return x;
}
