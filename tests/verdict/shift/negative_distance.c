// expect: violated
int main(void) {
    int n = -1;
    return 8 >> n; // error: [main.undefined-shift.1]
}
