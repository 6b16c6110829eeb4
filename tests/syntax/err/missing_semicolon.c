int main(void) {
    int x = 1 // error: expected ';'
    return x;
}
