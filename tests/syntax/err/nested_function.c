// expect: unsupported
int main(void) {
    int x = 1;
    int inner(int y) { return x + y; } // error: nested function
    return inner(2);
}
