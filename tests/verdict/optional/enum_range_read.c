// run: check --enum-range-check
// expect: violated
enum e { A = 1, B = 2 };
int main(void) {
    enum e x;
    int v;
    *(int *)&x = 3;
    v = x; // error: [main.enum-range.1]
    return v;
}
