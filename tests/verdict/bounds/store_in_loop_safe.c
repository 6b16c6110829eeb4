// expect: safe
int main(void) {
    char b[8];
    for (int i = 0; i < 8; i++)
        b[i] = 0;
    return b[0];
}
