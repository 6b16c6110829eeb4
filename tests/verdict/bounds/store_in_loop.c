// expect: violated
int main(void) {
    char b[8];
    for (int i = 0; i <= 8; i++)
        b[i] = 0; // error: [main.bounds.1]
    return b[0];
}
