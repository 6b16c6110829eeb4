// expect: violated
int main(void) {
    int n = 32;
    return 1 << n; // error: [main.undefined-shift.1]
}
