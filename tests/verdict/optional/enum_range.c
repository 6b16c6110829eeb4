// run: run --enum-range-check
// expect: violated
enum e { A = 1, B = 2 };
int main(void) {
    int v = 5;
    enum e x = (enum e)v; // error: [main.enum-range.1]
    return x == A;
}
