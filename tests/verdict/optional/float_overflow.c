// run: run --float-overflow-check
// expect: violated
int main(void) {
    double x = 1e308;
    return x * 10 < 0; // error: [main.float-overflow.1]
}
