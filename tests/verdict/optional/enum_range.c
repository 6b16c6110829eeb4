// run: run --enum-range-check
// expect: violated
enum e { A = 1, B = 2 };
int main(void) {
    enum e x = (enum e)5; // error: [main.enum-range.1]
    return x == A;
}
