// expect: violated
int main(void) {
    int x = 5, z = 0;
    return x / z; // error: [main.division-by-zero.1]
}
