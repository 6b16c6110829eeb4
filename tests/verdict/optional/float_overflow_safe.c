// run: run --float-overflow-check
// expect: safe
int main(void) {
    double x = 1e307;
    return x * 10 < 0;
}
