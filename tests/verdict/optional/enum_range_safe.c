// run: run --enum-range-check
// expect: safe
enum e { A = 1, B = 2 };
int main(void) {
    enum e x = (enum e)2;
    return x == A;
}
