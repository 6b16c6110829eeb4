// run: run --float-div-by-zero-check
// expect: violated
int main(void) {
    double z = 0;
    return 1 / z < 0; // error: [main.float-division-by-zero.1]
}
