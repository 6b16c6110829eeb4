// expect: violated
int main(void) {
    unsigned x = 5, z = 0;
    return (int)(x % z); // error: [main.division-by-zero.1]
}
