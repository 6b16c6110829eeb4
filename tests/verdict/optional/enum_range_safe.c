// run: run --enum-range-check
// expect: safe
enum e { A = 1, B = 2 };
int main(void) {
    int v = 2;
    enum e x = (enum e)v;
    return x == A;
}
